package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Piece;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What projects have reserved, and the usage that may be covered by it.
@Repository
public class CommitmentStore {
  private static final String PIECES =
      """
      select greatest(l.from_at, :lower::timestamptz) as from_at,
             least(l.to_at, :upper::timestamptz) as to_at, l.milli_gpus, l.price_micros
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
    jdbc.sql("lock table accounting.commitment in share row exclusive mode").update();
  }

  /// In order of id; an earlier end counts.
  public List<Commitment> all() {
    return jdbc.sql(
            """
            select c.*, least(c.to_at, e.end_at) as over_at
              from accounting.commitment c
              left join accounting.commitment_end e on e.commitment_id = c.id
             order by c.id
            """)
        .query(CommitmentStore::commitment)
        .list();
  }

  private static Commitment commitment(ResultSet rs, int row) throws SQLException {
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

  public boolean isEnded(String id) {
    return jdbc.sql(
            "select exists (select 1 from accounting.commitment_end where commitment_id = ?)")
        .param(id)
        .query(Boolean.class)
        .single();
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
            it.from().atOffset(ZoneOffset.UTC),
            it.to().atOffset(ZoneOffset.UTC),
            it.author(),
            at.atOffset(ZoneOffset.UTC))
        .update();
  }

  public void end(String id, Instant end, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.commitment_end (commitment_id, end_at, author, at)
            values (?, ?, ?, ?)
            """)
        .params(id, end.atOffset(ZoneOffset.UTC), author, at.atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Priced usage in the books that commitments like `like` may cover, cut to `[from, to)`.
  public List<Piece> pieces(Commitment like, Instant from, Instant to) {
    return jdbc.sql(PIECES)
        .param("lower", from.toString())
        .param("upper", to.toString())
        .param("project", like.project())
        .param("pool", like.pool())
        .param("model", like.model())
        .query(
            (rs, _) ->
                new Piece(
                    RateStore.instant(rs, "from_at"),
                    RateStore.instant(rs, "to_at"),
                    rs.getLong("milli_gpus"),
                    rs.getLong("price_micros")))
        .list();
  }
}
