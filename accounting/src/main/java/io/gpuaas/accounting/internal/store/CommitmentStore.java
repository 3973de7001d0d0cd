package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments.EndProposal;
import io.gpuaas.accounting.Commitments.Entry;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Kind;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Piece;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What projects have reserved, and the usage that may be covered by it.
@Repository
public class CommitmentStore {
  private static final String PIECES =
      """
      select greatest(l.from_at, :lower::timestamptz) as from_at,
             least(l.to_at, :upper::timestamptz) as to_at, l.milli_gpus, l.price_micros,
             i.usage_class, i.meter
        from accounting.usage_interval i
        join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id and l.billed
      """
          + LineStore.IN_TIME
          + """
             and l.from_at < :upper::timestamptz and l.to_at > :lower::timestamptz
             and i.project = :project and i.pool = :pool and i.model = :model
             and i.usage_class in ('NOMINAL', 'RESERVED')
          """;

  private final JdbcClient jdbc;

  CommitmentStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Nobody else changes commitments until the transaction ends.
  public void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('accounting.commitment'))")
        .query((_, _) -> "")
        .list();
  }

  /// Those that somebody has agreed to, in order of id; an agreed earlier end counts.
  public List<Commitment> agreed() {
    return all().stream()
        .filter(it -> it.approval().state() == Approval.State.APPROVED)
        .map(Entry::commitment)
        .toList();
  }

  /// In order of id; an agreed earlier end counts.
  public List<Entry> all() {
    return jdbc.sql(
            """
            select c.*, d.approved, d.decided_by,
                   least(c.to_at, (select e.end_at from accounting.commitment_end e
                                     join accounting.commitment_end_decision x
                                       on x.end_id = e.id and x.approved
                                    where e.commitment_id = c.id)) as over_at,
                   exists (select 1 from accounting.commitment_end e
                             join accounting.commitment_end_decision x
                               on x.end_id = e.id and x.approved
                            where e.commitment_id = c.id) as ended_earlier,
                   w.end_at as wanted_at, w.author as wanted_by
              from accounting.commitment c
              left join accounting.commitment_decision d on d.commitment_id = c.id
              left join accounting.commitment_end w
                on w.commitment_id = c.id
               and not exists (select 1 from accounting.commitment_end_decision x
                                where x.end_id = w.id)
             order by c.id
            """)
        .query(
            (rs, _) ->
                new Entry(
                    commitment(rs),
                    MonthChargeStore.approval(rs),
                    end(rs),
                    rs.getBoolean("ended_earlier")))
        .list();
  }

  private static Commitment commitment(ResultSet rs) throws SQLException {
    return new Commitment(
        rs.getString("id"),
        rs.getString("project"),
        rs.getString("pool"),
        rs.getString("model"),
        rs.getLong("milli_gpus"),
        rs.getLong("price_micros"),
        RateStore.instant(rs, "from_at"),
        RateStore.instant(rs, "over_at"),
        rs.getString("author"));
  }

  private static @Nullable EndProposal end(ResultSet rs) throws SQLException {
    String by = rs.getString("wanted_by");
    return by == null ? null : new EndProposal(RateStore.instant(rs, "wanted_at"), by);
  }

  public void add(Commitment it, Instant at) {
    jdbc.sql(
            """
            insert into accounting.commitment (id, project, pool, model, milli_gpus, price_micros,
              from_at, to_at, author, at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        .params(
            it.id(),
            it.project(),
            it.pool(),
            it.model(),
            it.milliGpus(),
            it.priceMicros(),
            TimeParameters.at(it.from()),
            TimeParameters.at(it.to()),
            it.author(),
            TimeParameters.at(at))
        .update();
  }

  public void decide(String id, boolean approved, String by, Instant at) {
    jdbc.sql(
            """
            insert into accounting.commitment_decision (commitment_id, approved, decided_by, at)
            values (?, ?, ?, ?)
            """)
        .params(id, approved, by, TimeParameters.at(at))
        .update();
  }

  public void proposeEnd(String id, Instant end, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.commitment_end (commitment_id, end_at, author, at)
            values (?, ?, ?, ?)
            """)
        .params(id, TimeParameters.at(end), author, TimeParameters.at(at))
        .update();
  }

  /// Decides on the end that waits.
  public void decideEnd(String id, boolean approved, String by, Instant at) {
    jdbc.sql(
            """
            insert into accounting.commitment_end_decision (end_id, approved, decided_by, at)
            select e.id, ?, ?, ? from accounting.commitment_end e
             where e.commitment_id = ?
               and not exists (select 1 from accounting.commitment_end_decision x
                                where x.end_id = e.id)
            """)
        .params(approved, by, TimeParameters.at(at), id)
        .update();
  }

  /// Priced usage in the books that commitments like `like` may cover, cut to `[from, to)`.
  public List<Piece> pieces(Commitment like, Instant from, Instant to) {
    return jdbc.sql(PIECES)
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .param("project", like.project())
        .param("pool", like.pool())
        .param("model", like.model())
        .query(
            (rs, _) ->
                new Piece(
                    RateStore.instant(rs, "from_at"),
                    RateStore.instant(rs, "to_at"),
                    rs.getLong("milli_gpus"),
                    new Kind(
                        UsageClass.valueOf(rs.getString("usage_class")),
                        UsageMeter.valueOf(rs.getString("meter")),
                        rs.getLong("price_micros"))))
        .list();
  }
}
