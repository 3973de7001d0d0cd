package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Statement;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/// Issued statements and the chain of hashes over them.
@Repository
public class ClosedMonthStore {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Everything the books say of a project's month, as of the close.
  private static final String LINES_HASH =
      """
      select encode(sha256(convert_to(coalesce(string_agg(
               concat_ws('|', i.id, i.run, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus,
                         extract(epoch from i.from_at), extract(epoch from i.to_at),
                         extract(epoch from l.from_at), extract(epoch from l.to_at),
                         l.billed, l.price_micros, l.charge),
               E'\\n' order by i.from_at, i.id, l.from_at), ''), 'UTF8')), 'hex')
        from accounting.usage_interval i
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id and l.journal_id <= :journal
       where i.project = :project and i.id <= :interval
         and i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
         and i.from_at < :upper::timestamptz and i.to_at > :lower::timestamptz
      """;

  private final JdbcClient jdbc;

  ClosedMonthStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What is closed, and up to which numbers of the books.
  public record Closing(
      Statement statement, long intervalId, long journalId, Instant closedAt, String closedBy) {}

  /// The statement of a closed month; empty while it is open, or in another zone.
  public Optional<Statement> find(String project, YearMonth month, ZoneId zone) {
    return jdbc.sql(
            """
            select statement from accounting.closed_month
             where project = ? and month = ? and zone = ?
            """)
        .params(project, month.atDay(1), zone.getId())
        .query((rs, _) -> MAPPER.readValue(rs.getString(1), Statement.class))
        .optional();
  }

  public List<Statement> ofMonth(YearMonth month, ZoneId zone) {
    return jdbc.sql(
            """
            select statement from accounting.closed_month
             where month = ? and zone = ? order by project
            """)
        .params(month.atDay(1), zone.getId())
        .query((rs, _) -> MAPPER.readValue(rs.getString(1), Statement.class))
        .list();
  }

  /// The zone in which `month` of `project` was closed; empty while it is open.
  public Optional<String> closedZone(String project, YearMonth month) {
    return jdbc.sql("select zone from accounting.closed_month where project = ? and month = ?")
        .params(project, month.atDay(1))
        .query(String.class)
        .optional();
  }

  /// The number that the next statement gets.
  public long nextNumber() {
    return jdbc.sql("select coalesce(max(number), 0) + 1 from accounting.closed_month")
        .query(Long.class)
        .single();
  }

  public void add(long number, Closing closing) {
    Statement statement = closing.statement();
    String text = MAPPER.writeValueAsString(statement);
    jdbc.sql(
            """
            with lines as (%s),
            previous as (
              select coalesce((select hash from accounting.closed_month
                                where project = :project order by number desc limit 1), '')
                       as previous_hash)
            insert into accounting.closed_month (number, project, month, zone, from_at, to_at,
              interval_id, journal_id, statement, lines_hash, previous_hash, hash, closed_at,
              closed_by)
            overriding system value
            select :number, :project, :month, :zone, :lower::timestamptz, :upper::timestamptz,
                   :interval, :journal, :statement, encode, previous_hash,
                   encode(sha256(convert_to(previous_hash || encode || :statement, 'UTF8')), 'hex'),
                   :closed_at, :closed_by
              from lines, previous
            """
                .formatted(LINES_HASH))
        .param("number", number)
        .param("project", statement.project())
        .param("month", statement.month().atDay(1))
        .param("zone", statement.zone().getId())
        .param("lower", statement.from().toString())
        .param("upper", statement.to().toString())
        .param("interval", closing.intervalId())
        .param("journal", closing.journalId())
        .param("statement", text)
        .param("closed_at", closing.closedAt().atOffset(ZoneOffset.UTC))
        .param("closed_by", closing.closedBy())
        .update();
  }

  /// Statements whose hash or chain is not what the books say now: `project month`.
  public List<String> broken() {
    return jdbc.sql(
            """
            select c.project || ' ' || to_char(c.month, 'YYYY-MM')
              from (select *, lag(hash, 1, '') over (partition by project order by number)
                                as chained
                      from accounting.closed_month) c
             cross join lateral (%s) as lines
             where lines.encode <> c.lines_hash or c.chained <> c.previous_hash
                or c.hash <> encode(sha256(convert_to(
                     c.previous_hash || c.lines_hash || c.statement, 'UTF8')), 'hex')
             order by 1
            """
                .formatted(
                    LINES_HASH
                        .replace(":journal", "c.journal_id")
                        .replace(":project", "c.project")
                        .replace(":interval", "c.interval_id")
                        .replace(":lower::timestamptz", "c.from_at")
                        .replace(":upper::timestamptz", "c.to_at")))
        .query(String.class)
        .list();
  }
}
