package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.PeriodClosing.PeriodState;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Months that take up no more usage but may still be adjusted.
@Repository
public class SoftCloseStore {
  private final JdbcClient jdbc;

  SoftCloseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A soft closed month.
  ///
  /// @param upTo what was booked with numbers up to these is in it; no sequence number
  public record Soft(PeriodState state, Progress upTo) {}

  public void add(PeriodState state, Progress upTo) {
    jdbc.sql(
            """
            insert into accounting.soft_closed_month (project, month, zone, begins_zone, from_at,
              to_at, interval_id, journal_id, closed_at, closed_by)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        .params(
            state.project(),
            state.period().month().atDay(1),
            state.period().ends().getId(),
            state.period().begins().getId(),
            TimeParameters.at(state.period().from()),
            TimeParameters.at(state.period().to()),
            upTo.intervalId(),
            upTo.journalId(),
            TimeParameters.at(state.closedAt()),
            state.closedBy())
        .update();
  }

  /// All of a month, closed for good since or not, by project.
  public List<Soft> ofMonth(YearMonth month) {
    return jdbc.sql("select * from accounting.soft_closed_month where month = ? order by project")
        .param(month.atDay(1))
        .query(SoftCloseStore::soft)
        .list();
  }

  public Optional<Soft> find(String project, YearMonth month) {
    return ofMonth(month).stream().filter(it -> it.state().project().equals(project)).findFirst();
  }

  private static Soft soft(ResultSet rs, int row) throws SQLException {
    PeriodState state =
        new PeriodState(
            rs.getString("project"),
            PeriodZoneStore.period(rs),
            Statement.Status.SOFT_CLOSED,
            "",
            RateStore.instant(rs, "closed_at"),
            rs.getString("closed_by"));
    return new Soft(state, new Progress(0, rs.getLong("interval_id"), rs.getLong("journal_id")));
  }
}
