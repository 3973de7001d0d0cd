package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.BillingModes.Decision;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Decisions on who is charged.
@Repository
public class BillingModeStore {
  private final JdbcClient jdbc;

  BillingModeStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Oldest first.
  public List<Decision> decisions() {
    return jdbc.sql("select * from accounting.billing_mode order by id")
        .query(
            (rs, _) ->
                new Decision(
                    rs.getString("department"),
                    Billing.Mode.valueOf(rs.getString("mode")),
                    YearMonth.from(rs.getObject("since", LocalDate.class)),
                    rs.getString("reason"),
                    rs.getString("author"),
                    RateStore.instant(rs, "at")))
        .list();
  }

  public void add(Decision it) {
    jdbc.sql(
            """
            insert into accounting.billing_mode (department, mode, since, reason, author, at)
            values (?, ?, ?, ?, ?, ?)
            """)
        .params(
            it.department(),
            it.mode().name(),
            it.since().atDay(1),
            it.reason(),
            it.author(),
            TimeParameters.at(it.at()))
        .update();
  }

  /// Those of `projects` of which a month from `since` on takes up no more usage, in order of name.
  public List<String> settledSince(YearMonth since, List<String> projects) {
    return jdbc.sql(
            """
            select distinct project from accounting.settled_month
             where month >= ? and project = any(?) order by project
            """)
        .params(since.atDay(1), projects.toArray(String[]::new))
        .query(String.class)
        .list();
  }
}
