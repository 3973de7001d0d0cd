package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodCalendar;
import io.gpuaas.accounting.PeriodCalendar.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The zones that months of projects have begun in.
@Repository
public class PeriodZoneStore {
  private final JdbcClient jdbc;

  PeriodZoneStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// By project; those whose zone never changed are missing.
  public SortedMap<String, PeriodCalendar> calendars() {
    SortedMap<String, PeriodCalendar> calendars = new TreeMap<>();
    jdbc.sql("select project, from_month, zone from accounting.period_zone order by id")
        .query(
            rs -> {
              ZoneId zone = ZoneId.of(rs.getString("zone"));
              LocalDate from = rs.getObject("from_month", LocalDate.class);
              calendars.compute(rs.getString("project"), (_, kept) -> next(kept, from, zone));
            });
    return calendars;
  }

  private static PeriodCalendar next(
      @Nullable PeriodCalendar kept, @Nullable LocalDate from, ZoneId zone) {
    return kept == null || from == null
        ? PeriodCalendar.of(zone)
        : kept.with(new Turn(YearMonth.from(from), zone));
  }

  /// The zone of before all changes.
  public void addFirst(String project, ZoneId zone, Instant at) {
    add(project, null, zone, at);
  }

  public void add(String project, Turn turn, Instant at) {
    add(project, turn.from().atDay(1), turn.zone(), at);
  }

  private void add(String project, @Nullable LocalDate from, ZoneId zone, Instant at) {
    jdbc.sql(
            """
            insert into accounting.period_zone (project, from_month, zone, at)
            values (:project, :from::date, :zone, :at)
            """)
        .param("project", project)
        .param("from", from)
        .param("zone", zone.getId())
        .param("at", TimeParameters.at(at))
        .update();
  }

  /// SQL of what `Period.key()` says of a row that [#period] reads.
  static String key(String alias) {
    return "coalesce(nullif(%1$s.begins_zone, %1$s.zone) || ' to ', '') || %1$s.zone"
        .formatted(alias);
  }

  /// Of a row with `month`, `zone` and `begins_zone`, which rows of before zones could change lack.
  static Period period(ResultSet rs) throws SQLException {
    ZoneId ends = ZoneId.of(rs.getString("zone"));
    String begins = rs.getString("begins_zone");
    YearMonth month = YearMonth.from(rs.getObject("month", LocalDate.class));
    return new Period(month, begins == null ? ends : ZoneId.of(begins), ends);
  }
}
