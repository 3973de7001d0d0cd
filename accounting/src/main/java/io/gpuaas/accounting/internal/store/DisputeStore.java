package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Disputes.Answer;
import io.gpuaas.accounting.Disputes.Dispute;
import io.gpuaas.accounting.Disputes.Status;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Disputes and their answers; both are written once.
@Repository
public class DisputeStore {
  private static final String SELECT =
      """
      select d.*, %s as number, a.accepted,
             coalesce(a.answer, '') as answer, coalesce(a.adjustment_id, '') as adjustment_id,
             coalesce(a.answered_by, '') as answered_by, a.answered_at
        from accounting.dispute d
        left join accounting.dispute_answer a on a.dispute_id = d.id
      """
          .formatted(StatementNumbers.PROJECT.sql("d.statement"));

  private final JdbcClient jdbc;

  DisputeStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public List<Dispute> list() {
    return jdbc.sql(SELECT + " order by d.raised_at desc, d.id desc")
        .query(DisputeStore::row)
        .list();
  }

  public Optional<Dispute> find(String id) {
    return jdbc.sql(SELECT + " where d.id = ?").param(id).query(DisputeStore::row).optional();
  }

  private static Dispute row(ResultSet rs, int number) throws SQLException {
    boolean accepted = rs.getBoolean("accepted");
    Status status = rs.wasNull() ? Status.OPEN : accepted ? Status.ACCEPTED : Status.REJECTED;
    OffsetDateTime answered = rs.getObject("answered_at", OffsetDateTime.class);
    return new Dispute(
        rs.getString("id"),
        rs.getString("number"),
        rs.getString("project"),
        rs.getString("reason_code"),
        rs.getString("explanation"),
        rs.getString("raised_by"),
        RateStore.instant(rs, "raised_at"),
        status,
        rs.getString("answer"),
        rs.getString("adjustment_id"),
        rs.getString("answered_by"),
        answered == null ? null : answered.toInstant());
  }

  /// The project of an issued statement.
  public Optional<String> projectOf(long number) {
    return jdbc.sql("select project from accounting.closed_month where number = ?")
        .param(number)
        .query(String.class)
        .optional();
  }

  public void add(Dispute dispute, long number) {
    jdbc.sql(
            """
            insert into accounting.dispute (id, statement, project, reason_code, explanation,
              raised_by, raised_at)
            values (?, ?, ?, ?, ?, ?, ?)
            """)
        .params(
            dispute.id(),
            number,
            dispute.project(),
            dispute.reasonCode(),
            dispute.explanation(),
            dispute.raisedBy(),
            TimeParameters.at(dispute.raisedAt()))
        .update();
  }

  public void answer(String id, Answer answer, String by, Instant at) {
    jdbc.sql(
            """
            insert into accounting.dispute_answer (dispute_id, accepted, answer, adjustment_id,
              answered_by, answered_at)
            values (?, ?, ?, nullif(?, ''), ?, ?)
            """)
        .params(
            id, answer.accepted(), answer.text(), answer.adjustmentId(), by, TimeParameters.at(at))
        .update();
  }
}
