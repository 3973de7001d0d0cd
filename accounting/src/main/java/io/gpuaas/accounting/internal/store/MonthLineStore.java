package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.internal.store.AuditStore.BookLine;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads all lines of a span of time, however many, a few thousand at a time.
@Repository
public class MonthLineStore {
  private static final String SQL =
      """
      with line as (
        select i.run, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus, l.billed,
               l.price_micros, coalesce(l.from_at, i.from_at) as from_at,
               coalesce(l.to_at, i.to_at) as to_at, 1 as sign
          from accounting.usage_interval i
          left join accounting.rated_line l
            on l.interval_from = i.from_at and l.interval_id = i.id
         where i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
           and i.from_at < :upper::timestamptz and i.to_at > :lower::timestamptz
        union all
        select run, pool, model, usage_class, meter, milli_gpus, billed, price_micros,
               from_at, to_at, sign
          from accounting.correction_line
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz)
      """
          + AuditStore.BOOK_LINES;

  private static final String LAST_BOOKED =
      """
      select last.project, j.posted_at
        from (select i.project, max(l.journal_id) as journal_id
                from accounting.usage_interval i
                join accounting.rated_line l
                  on l.interval_from = i.from_at and l.interval_id = i.id
               where i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
                 and i.from_at < :upper::timestamptz and i.to_at > :lower::timestamptz
               group by i.project) last
        join accounting.journal j on j.id = last.journal_id
      """;

  private final JdbcClient jdbc;

  MonthLineStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// When priced usage that touches `[from, to)` was last booked, by project.
  public SortedMap<String, Instant> lastBooked(Instant from, Instant to) {
    TreeMap<String, Instant> last = new TreeMap<>();
    jdbc.sql(LAST_BOOKED)
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .query(
            rs -> {
              last.put(rs.getString("project"), RateStore.instant(rs, "posted_at"));
            });
    return last;
  }

  /// Gives each line that touches `[from, to)`, corrections included, to `line`. Within the
  /// caller's transaction, else the driver reads all rows at once.
  public void forEach(Instant from, Instant to, Consumer<BookLine> line) {
    try (Stream<BookLine> lines =
        jdbc
            .sql(SQL)
            .withFetchSize(5_000)
            .param("lower", TimeParameters.at(from))
            .param("upper", TimeParameters.at(to))
            .query(AuditStore::bookLine)
            .stream()) {
      lines.forEach(line);
    }
  }
}
