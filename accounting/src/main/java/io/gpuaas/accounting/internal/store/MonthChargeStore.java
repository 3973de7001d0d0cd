package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ChargePolicies.Entry;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Charge policies, and the charges of months that were settled under them.
@Repository
public class MonthChargeStore {
  private final DataSource dataSource;
  private final JdbcClient jdbc;

  MonthChargeStore(DataSource dataSource, JdbcClient jdbc) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
  }

  /// Those that somebody has agreed to, in the order in which that was done.
  public List<ChargePolicy> policies() {
    return jdbc.sql(
            """
            select p.* from accounting.charge_policy p
              join accounting.charge_policy_decision d on d.policy_id = p.id and d.approved
             order by d.at, p.id
            """)
        .query(MonthChargeStore::policy)
        .list();
  }

  /// All that were ever proposed, oldest first.
  public List<Entry> proposedPolicies() {
    return jdbc.sql(
            """
            select p.*, d.approved, d.decided_by from accounting.charge_policy p
              left join accounting.charge_policy_decision d on d.policy_id = p.id
             order by p.id
            """)
        .query((rs, row) -> new Entry(rs.getLong("id"), policy(rs, row), approval(rs)))
        .list();
  }

  /// Of columns `approved` and `decided_by`, which are null before the decision.
  static Approval approval(ResultSet rs) throws SQLException {
    String by = rs.getString("decided_by");
    return by == null ? Approval.OPEN : Approval.decided(rs.getBoolean("approved"), by);
  }

  private static ChargePolicy policy(ResultSet rs, int row) throws SQLException {
    return new ChargePolicy(
        rs.getString("pool"),
        YearMonth.from(rs.getObject("since", LocalDate.class)),
        IdleCosts.Policy.valueOf(rs.getString("idle")),
        rs.getInt("lender_percent"),
        rs.getString("author"));
  }

  /// The number of the proposal.
  public long propose(ChargePolicy policy, Instant at) {
    return jdbc.sql(
            """
            insert into accounting.charge_policy (pool, since, idle, lender_percent, author, at)
            values (?, ?, ?, ?, ?, ?) returning id
            """)
        .params(
            policy.pool(),
            policy.since().atDay(1),
            policy.idle().name(),
            policy.lenderPercent(),
            policy.author(),
            TimeParameters.at(at))
        .query(Long.class)
        .single();
  }

  public void decide(long policy, boolean approved, String by, Instant at) {
    jdbc.sql(
            """
            insert into accounting.charge_policy_decision (policy_id, approved, decided_by, at)
            values (?, ?, ?, ?)
            """)
        .params(policy, approved, by, TimeParameters.at(at))
        .update();
  }

  /// How many agreements to commitments, ends and policies there were, and settled months: while it
  /// stays, the same hours are charged alike.
  public long decisions() {
    return jdbc.sql(
            """
            select (select count(*) from accounting.commitment_decision where approved)
                 + (select count(*) from accounting.commitment_end_decision where approved)
                 + (select count(*) from accounting.charge_policy_decision where approved)
                 + (select count(*) from accounting.charged_month)
            """)
        .query(Long.class)
        .single();
  }

  public boolean isSettled(Period period) {
    return jdbc.sql(
            """
            select exists (select 1 from accounting.charged_month where month = ? and zone = ?)
            """)
        .params(period.month().atDay(1), period.key())
        .query(Boolean.class)
        .single();
  }

  /// Whether some zone's `month`, or a later one, is settled.
  public boolean isAnySettledSince(YearMonth month) {
    return jdbc.sql("select exists (select 1 from accounting.charged_month where month >= ?)")
        .param(month.atDay(1))
        .query(Boolean.class)
        .single();
  }

  /// The settled charges of a month, by project.
  public SortedMap<String, List<Extra>> settled(Period period) {
    SortedMap<String, List<Extra>> charges = new TreeMap<>();
    jdbc.sql("select * from accounting.month_charge where month = ? and zone = ? order by id")
        .params(period.month().atDay(1), period.key())
        .query(
            rs -> {
              charges
                  .computeIfAbsent(rs.getString("project"), _ -> new ArrayList<>())
                  .add(extra(rs));
            });
    return charges;
  }

  private static Extra extra(ResultSet rs) throws SQLException {
    String usageClass = rs.getString("usage_class");
    String meter = rs.getString("meter");
    return new Extra(
        StatementCharge.Kind.valueOf(rs.getString("kind")),
        rs.getString("reference"),
        rs.getString("pool"),
        rs.getString("model"),
        rs.getString("explanation"),
        new GpuTime(rs.getLong("quantity")),
        new Charge(rs.getBigDecimal("charge").toBigIntegerExact()),
        rs.getObject("price_micros", Long.class),
        usageClass == null ? null : UsageClass.valueOf(usageClass),
        meter == null ? null : UsageMeter.valueOf(meter));
  }

  /// Settles a month, once.
  public void settle(Period period, SortedMap<String, List<Extra>> charges, Instant at) {
    jdbc.sql("insert into accounting.charged_month (month, zone, at) values (?, ?, ?)")
        .params(period.month().atDay(1), period.key(), TimeParameters.at(at))
        .update();
    CopyRows rows = new CopyRows();
    charges.forEach(
        (project, extras) ->
            extras.forEach(
                extra -> {
                  rows.field(period.month().atDay(1)).field(period.key()).field(project);
                  addRow(rows, extra);
                }));
    rows.writeTo(
        dataSource,
        "month_charge (month, zone, project, kind, reference, pool, model, explanation, quantity,"
            + " charge, price_micros, usage_class, meter)");
  }

  private static void addRow(CopyRows rows, Extra extra) {
    rows.field(extra.kind())
        .field(extra.reference())
        .field(extra.pool())
        .field(extra.model())
        .field(extra.explanation())
        .field(extra.time().milliGpuMillis())
        .field(extra.charge().units());
    optional(rows, extra.priceMicros());
    optional(rows, extra.usageClass());
    optional(rows, extra.meter());
    rows.endRow();
  }

  private static void optional(CopyRows rows, @Nullable Object value) {
    if (value == null) {
      rows.nothing();
    } else {
      rows.field(value);
    }
  }
}
