package io.gpuaas.placement.internal.store;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.UsageEvent.NodeState;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What accounting was last told of each node.
@Repository
public class CapacityStore {
  private static final String UPSERT =
      """
      insert into placement.told_capacity (cluster, node, pool, model, milli_gpus, state)
      values (?, ?, ?, ?, ?, ?)
      on conflict (cluster, node) do update set pool = excluded.pool, model = excluded.model,
          milli_gpus = excluded.milli_gpus, state = excluded.state
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  CapacityStore(JdbcTemplate jdbc, JdbcClient client) {
    this.jdbc = jdbc;
    this.client = client;
  }

  /// A node's GPUs and what they count as.
  public record Capacity(
      NodeRef node, String pool, String model, long milliGpus, NodeState state) {}

  public SortedMap<NodeRef, Capacity> all() {
    TreeMap<NodeRef, Capacity> all = new TreeMap<>();
    client
        .sql("select * from placement.told_capacity")
        .query(
            (row, index) ->
                new Capacity(
                    new NodeRef(row.getString("cluster"), row.getString("node")),
                    row.getString("pool"),
                    row.getString("model"),
                    row.getLong("milli_gpus"),
                    NodeState.valueOf(row.getString("state"))))
        .list()
        .forEach(capacity -> all.put(capacity.node(), capacity));
    return all;
  }

  public void write(List<Capacity> capacities) {
    jdbc.batchUpdate(UPSERT, capacities, Math.max(1, capacities.size()), CapacityStore::bind);
  }

  private static void bind(PreparedStatement statement, Capacity capacity) throws SQLException {
    statement.setString(1, capacity.node().cluster());
    statement.setString(2, capacity.node().name());
    statement.setString(3, capacity.pool());
    statement.setString(4, capacity.model());
    statement.setLong(5, capacity.milliGpus());
    statement.setString(6, capacity.state().name());
  }
}
