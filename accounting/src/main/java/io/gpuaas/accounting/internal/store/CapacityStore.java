package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.internal.engine.CapacityMeter;
import io.gpuaas.accounting.internal.engine.QuotaUseMeter;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.NodeCapacity;
import io.gpuaas.core.UsageEvent.NodeState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads capacity and what was held of it.
@Repository
public class CapacityStore {
  private static final String NODES =
      """
      (select distinct on (cluster, node) * from accounting.node_capacity
        where at < :lower::timestamptz order by cluster, node, at desc, seq desc)
      union all
      (select * from accounting.node_capacity
        where at >= :lower::timestamptz and at < :upper::timestamptz)
      order by at, seq
      """;

  private static final String HELD =
      """
      select i.project, i.pool, i.model, i.usage_class, i.milli_gpus, i.from_at, i.to_at
        from accounting.usage_interval i
      """
          + LineStore.IN_TIME;

  private final JdbcClient jdbc;

  CapacityStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// For each node its last change before `from` and all changes in `[from, to)`, by time.
  public List<NodeCapacity> nodes(Instant from, Instant to) {
    return jdbc.sql(NODES)
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .query(CapacityStore::node)
        .list();
  }

  private static NodeCapacity node(ResultSet rs, int row) throws SQLException {
    return new NodeCapacity(
        rs.getLong("seq"),
        RateStore.instant(rs, "at"),
        new NodeRef(rs.getString("cluster"), rs.getString("node")),
        rs.getString("pool"),
        rs.getString("model"),
        rs.getLong("milli_gpus"),
        NodeState.valueOf(rs.getString("state")),
        rs.getLong("held_milli_gpus"));
  }

  /// Adds to `meter` all stored intervals that touch `[from, to)`.
  public void addHeld(CapacityMeter meter, Instant from, Instant to) {
    jdbc.sql(HELD)
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .query(
            rs -> {
              meter.addHeld(
                  rs.getString("pool"),
                  rs.getString("model"),
                  UsageClass.valueOf(rs.getString("usage_class")),
                  rs.getLong("milli_gpus"),
                  RateStore.instant(rs, "from_at"),
                  RateStore.instant(rs, "to_at"));
            });
  }

  /// Adds to `meter` the stored intervals of `projects` that touch `[from, to)`.
  public void addHeld(QuotaUseMeter meter, SortedSet<String> projects, Instant from, Instant to) {
    jdbc.sql(HELD + " and i.project = any(:projects)")
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .param("projects", projects.toArray(String[]::new))
        .query(
            rs -> {
              meter.addHeld(
                  rs.getString("project"),
                  rs.getString("pool"),
                  UsageClass.valueOf(rs.getString("usage_class")),
                  rs.getLong("milli_gpus"),
                  RateStore.instant(rs, "from_at"),
                  RateStore.instant(rs, "to_at"));
            });
  }
}
