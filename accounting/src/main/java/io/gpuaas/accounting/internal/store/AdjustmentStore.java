package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Adjustments.Adjustment;
import io.gpuaas.accounting.Adjustments.Status;
import io.gpuaas.accounting.Charge;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Adjustments and the decisions on them; both are written once.
@Repository
public class AdjustmentStore {
  private static final String SELECT =
      """
      select a.*, d.approved, coalesce(d.decided_by, '') as decided_by
        from accounting.adjustment a
        left join accounting.adjustment_decision d on d.adjustment_id = a.id
      """;

  private final JdbcClient jdbc;

  AdjustmentStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public List<Adjustment> list() {
    return jdbc.sql(SELECT + " order by a.requested_at desc, a.id desc")
        .query(AdjustmentStore::row)
        .list();
  }

  public Optional<Adjustment> find(String id) {
    return jdbc.sql(SELECT + " where a.id = ?").param(id).query(AdjustmentStore::row).optional();
  }

  /// Whether an approved or undecided adjustment reverses `id`.
  public boolean isReversed(String id) {
    return list().stream()
        .anyMatch(one -> one.reverses().equals(id) && one.status() != Status.REJECTED);
  }

  private static Adjustment row(ResultSet rs, int number) throws SQLException {
    boolean approved = rs.getBoolean("approved");
    Status status = rs.wasNull() ? Status.REQUESTED : approved ? Status.APPROVED : Status.REJECTED;
    String reverses = rs.getString("reverses");
    LocalDate month = rs.getObject("month", LocalDate.class);
    return new Adjustment(
        rs.getString("id"),
        rs.getString("project"),
        rs.getString("reason_code"),
        rs.getString("explanation"),
        new Charge(rs.getBigDecimal("amount").toBigIntegerExact()),
        rs.getString("currency"),
        reverses == null ? "" : reverses,
        rs.getString("requested_by"),
        RateStore.instant(rs, "requested_at"),
        status,
        rs.getString("decided_by"),
        month == null ? "" : YearMonth.from(month).toString());
  }

  public void add(Adjustment adjustment) {
    jdbc.sql(
            """
            insert into accounting.adjustment (id, project, reason_code, explanation, amount,
              currency, reverses, requested_by, requested_at, month)
            values (?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, to_date(nullif(?, ''), 'YYYY-MM'))
            """)
        .params(
            adjustment.id(),
            adjustment.project(),
            adjustment.reasonCode(),
            adjustment.explanation(),
            new java.math.BigDecimal(adjustment.amount().units()),
            adjustment.currency(),
            adjustment.reverses(),
            adjustment.requestedBy(),
            TimeParameters.at(adjustment.requestedAt()),
            adjustment.month())
        .update();
  }

  /// Records the decision on an adjustment.
  ///
  /// @param journalId 0 when nothing was posted
  public void decide(String id, boolean approved, String by, Instant at, long journalId) {
    jdbc.sql(
            """
            insert into accounting.adjustment_decision (adjustment_id, approved, decided_by,
              decided_at, journal_id)
            values (?, ?, ?, ?, nullif(?, 0::bigint))
            """)
        .params(id, approved, by, TimeParameters.at(at), journalId)
        .update();
  }
}
