package io.gpuaas.accounting.internal.store;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodClosing.PeriodState;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/// Issued statements and the chain of hashes over them.
@Repository
public class ClosedMonthStore {
  /// Lists that statements did not have when they were issued are empty.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .withConfigOverride(
              List.class, it -> it.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  /// Everything the books say of the projects' month, as of the close, by project.
  private static final String LINES_HASH =
      """
      select i.project, encode(sha256(convert_to(coalesce(string_agg(
               concat_ws('|', i.id, i.run, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus,
                         extract(epoch from i.from_at), extract(epoch from i.to_at),
                         extract(epoch from l.from_at), extract(epoch from l.to_at),
                         l.billed, l.price_micros, l.charge),
               E'\\n' order by i.from_at, i.id, l.from_at), ''), 'UTF8')), 'hex') as hash
        from accounting.usage_interval i
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id and l.journal_id <= :journal
       where i.project = any(:projects) and i.id <= :interval
         and i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
         and i.from_at < :upper::timestamptz and i.to_at > :lower::timestamptz
       group by i.project
      """;

  /// The hash of row `c`: over the hash before it, its lines, its statement and, of all but the
  /// oldest, what else the row says.
  private static final String HASH =
      """
      encode(sha256(convert_to(c.previous_hash || c.lines_hash || c.statement
        || case when c.sealed
             then concat_ws('|', '', c.number, c.project, to_char(c.month, 'YYYY-MM'), c.zone,
               c.begins_zone, extract(epoch from c.from_at), extract(epoch from c.to_at),
               c.interval_id, c.journal_id, extract(epoch from c.closed_at), c.closed_by)
             else '' end, 'UTF8')), 'hex')
      """;

  /// The hash over no lines at all.
  private static final String NO_LINES =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private final JdbcClient jdbc;

  ClosedMonthStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What is closed, and up to which numbers of the books.
  public record Closing(
      Period period, Statement statement, Progress upTo, Instant closedAt, String closedBy) {}

  /// The statement of a closed month, in the zone in which it was closed; empty while it is open.
  public Optional<Statement> find(String project, YearMonth month) {
    return jdbc.sql(
            """
            select statement from accounting.closed_month
             where project = ? and month = ?
            """)
        .params(project, month.atDay(1))
        .query((rs, _) -> MAPPER.readValue(rs.getString(1), Statement.class))
        .optional();
  }

  /// All of a month, in whatever zone they were closed.
  public List<Statement> ofMonth(YearMonth month) {
    return jdbc.sql(
            """
            select statement from accounting.closed_month
             where month = ? order by project
            """)
        .params(month.atDay(1))
        .query((rs, _) -> MAPPER.readValue(rs.getString(1), Statement.class))
        .list();
  }

  /// How closed projects stand, by project.
  public List<PeriodState> states(YearMonth month) {
    return jdbc.sql(
            """
            select number, project, month, zone, begins_zone, closed_at, closed_by
              from accounting.closed_month
             where month = ? order by project
            """)
        .param(month.atDay(1))
        .query(
            (rs, _) ->
                new PeriodState(
                    rs.getString("project"),
                    PeriodZoneStore.period(rs),
                    Statement.Status.CLOSED,
                    StatementNumbers.PROJECT.text(rs.getLong("number")),
                    RateStore.instant(rs, "closed_at"),
                    rs.getString("closed_by")))
        .list();
  }

  public boolean isClosed(String project, YearMonth month) {
    return jdbc.sql(
            """
            select exists (select 1 from accounting.closed_month where project = ? and month = ?)
            """)
        .params(project, month.atDay(1))
        .query(Boolean.class)
        .single();
  }

  /// The number that the next statement gets.
  public long nextNumber() {
    return jdbc.sql("select coalesce(max(number), 0) + 1 from accounting.closed_month")
        .query(Long.class)
        .single();
  }

  /// Hashes over the lines of `projects` in `[from, to)` up to the given numbers of the books;
  /// every asked project is in the answer.
  public SortedMap<String, String> linesHashes(
      Collection<String> projects, Instant from, Instant to, Progress upTo) {
    SortedMap<String, String> hashes = new TreeMap<>();
    projects.forEach(project -> hashes.put(project, NO_LINES));
    jdbc.sql(LINES_HASH)
        .param("projects", projects.toArray(String[]::new))
        .param("interval", upTo.intervalId())
        .param("journal", upTo.journalId())
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .query(
            rs -> {
              hashes.put(rs.getString("project"), rs.getString("hash"));
            });
    return hashes;
  }

  /// Adds an issued statement to the chain of its project.
  public void add(long number, Closing closing, String linesHash) {
    Statement statement = closing.statement();
    jdbc.sql(
            """
            with c as (
              select :number::bigint as number, :project::text as project,
                     :month::date as month, :zone::text as zone,
                     :begins_zone::text as begins_zone, :lower::timestamptz as from_at,
                     :upper::timestamptz as to_at, :interval::bigint as interval_id,
                     :journal::bigint as journal_id, :statement::text as statement,
                     :center_number::bigint as center_number,
                     :lines_hash::text as lines_hash, :closed_at::timestamptz as closed_at,
                     :closed_by::text as closed_by, true as sealed,
                     coalesce((select hash from accounting.closed_month
                                where project = :project order by number desc limit 1), '')
                       as previous_hash)
            insert into accounting.closed_month (number, center_number, project, month, zone,
              begins_zone, from_at, to_at, interval_id, journal_id, statement, lines_hash,
              previous_hash, hash, closed_at, closed_by, sealed)
            overriding system value
            select number, center_number, project, month, zone, begins_zone, from_at, to_at,
                   interval_id, journal_id, statement, lines_hash, previous_hash, %s,
                   closed_at, closed_by, sealed
              from c
            """
                .formatted(HASH))
        .param("number", number)
        .param("center_number", StatementNumbers.COST_CENTER.parse(statement.billing().number()))
        .param("project", statement.project())
        .param("month", statement.month().atDay(1))
        .param("zone", closing.period().ends().getId())
        .param("begins_zone", closing.period().begins().getId())
        .param("lower", TimeParameters.at(statement.from()))
        .param("upper", TimeParameters.at(statement.to()))
        .param("interval", closing.upTo().intervalId())
        .param("journal", closing.upTo().journalId())
        .param("statement", MAPPER.writeValueAsString(statement))
        .param("lines_hash", linesHash)
        .param("closed_at", TimeParameters.at(closing.closedAt()))
        .param("closed_by", closing.closedBy())
        .update();
  }

  /// What one close covered: months that were closed together.
  private record Together(Instant from, Instant to, Progress upTo) {}

  /// Statements whose hash or chain is not what the books say now: `project month`.
  public List<String> broken() {
    SortedSet<String> broken = new TreeSet<>(brokenChains());
    for (Together together : closes()) {
      Map<String, String> kept = keptHashes(together);
      Map<String, String> now =
          linesHashes(kept.keySet(), together.from(), together.to(), together.upTo());
      kept.forEach(
          (project, hash) -> {
            if (!hash.equals(now.get(project))) {
              broken.add(project + " " + together.from() + "/" + together.to());
            }
          });
    }
    return List.copyOf(broken);
  }

  private List<Together> closes() {
    return jdbc.sql(
            """
            select distinct from_at, to_at, interval_id, journal_id from accounting.closed_month
             order by 1, 2, 3, 4
            """)
        .query(
            (rs, _) ->
                new Together(
                    RateStore.instant(rs, "from_at"),
                    RateStore.instant(rs, "to_at"),
                    new Progress(0, rs.getLong("interval_id"), rs.getLong("journal_id"))))
        .list();
  }

  private SortedMap<String, String> keptHashes(Together together) {
    SortedMap<String, String> hashes = new TreeMap<>();
    jdbc.sql(
            """
            select project, lines_hash from accounting.closed_month
             where from_at = ?::timestamptz and to_at = ?::timestamptz
               and interval_id = ? and journal_id = ?
            """)
        .params(
            TimeParameters.at(together.from()),
            TimeParameters.at(together.to()),
            together.upTo().intervalId(),
            together.upTo().journalId())
        .query(
            rs -> {
              hashes.put(rs.getString(1), rs.getString(2));
            });
    return hashes;
  }

  /// Also those that do not begin where the month before them ended.
  private List<String> brokenChains() {
    return jdbc.sql(
            """
            select c.project || ' ' || to_char(c.month, 'YYYY-MM')
              from (select *, lag(hash, 1, '') over (partition by project order by number)
                                as chained
                      from accounting.closed_month) c
             where c.chained <> c.previous_hash or c.hash <> %s
            union
            select c.project || ' ' || to_char(c.month, 'YYYY-MM')
              from (select *, lag(month) over months as month_before,
                              lag(to_at) over months as end_before
                      from accounting.closed_month
                    window months as (partition by project order by month)) c
             where c.from_at < c.end_before
                or c.from_at > c.end_before and c.month = c.month_before + interval '1 month'
             order by 1
            """
                .formatted(HASH))
        .query(String.class)
        .list();
  }
}
