package io.gpuaas.placement.internal.store;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.UsageEvent.NodeState;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What accounting was last told of each node.
@Repository
public class CapacityStore {
  private static final String UPSERT =
      """
      insert into placement.told_capacity
          (cluster, node, pool, model, milli_gpus, state, held_milli_gpus, told_at)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (cluster, node) do update set pool = excluded.pool, model = excluded.model,
          milli_gpus = excluded.milli_gpus, state = excluded.state,
          held_milli_gpus = excluded.held_milli_gpus, told_at = excluded.told_at
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  CapacityStore(JdbcTemplate jdbc, JdbcClient client) {
    this.jdbc = jdbc;
    this.client = client;
  }

  /// A node's GPUs, what they count as, and how much of them runs hold though it is not available.
  public record Capacity(
      NodeRef node,
      String pool,
      String model,
      long milliGpus,
      NodeState state,
      long heldMilliGpus) {
    /// Whether at most what is held differs.
    public boolean sameButHeld(@Nullable Capacity other) {
      return other != null
          && equals(
              new Capacity(
                  other.node,
                  other.pool,
                  other.model,
                  other.milliGpus,
                  other.state,
                  heldMilliGpus));
    }
  }

  /// A capacity and from when on accounting knows it.
  public record Told(Capacity capacity, Instant at) {}

  public SortedMap<NodeRef, Told> all() {
    TreeMap<NodeRef, Told> all = new TreeMap<>();
    client
        .sql("select * from placement.told_capacity")
        .query(
            (row, index) ->
                new Told(
                    new Capacity(
                        new NodeRef(row.getString("cluster"), row.getString("node")),
                        row.getString("pool"),
                        row.getString("model"),
                        row.getLong("milli_gpus"),
                        NodeState.valueOf(row.getString("state")),
                        row.getLong("held_milli_gpus")),
                    row.getObject("told_at", OffsetDateTime.class).toInstant()))
        .list()
        .forEach(told -> all.put(told.capacity().node(), told));
    return all;
  }

  public void write(List<Told> news) {
    jdbc.batchUpdate(UPSERT, news, Math.max(1, news.size()), CapacityStore::bind);
  }

  private static void bind(PreparedStatement statement, Told told) throws SQLException {
    Capacity capacity = told.capacity();
    statement.setString(1, capacity.node().cluster());
    statement.setString(2, capacity.node().name());
    statement.setString(3, capacity.pool());
    statement.setString(4, capacity.model());
    statement.setLong(5, capacity.milliGpus());
    statement.setString(6, capacity.state().name());
    statement.setLong(7, capacity.heldMilliGpus());
    statement.setObject(8, told.at().atOffset(ZoneOffset.UTC));
  }
}
