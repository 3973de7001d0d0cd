package io.gpuaas.placement.internal.store;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Node;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rows of nodes and of those that are gone. It decides nothing; writers hold the lock of the
/// generation.
@Repository
public class NodeStore {
  /// Readiness is written for new nodes only.
  private static final String PUT =
      """
      insert into placement.node as n (cluster, name, labels, capacity, gpu_memory_bytes, gpu_model,
          mig, taints, schedulable, ready, held_by_others, version, generation)
      select g."cluster", g."name", g."labels", g."capacity", g."gpuMemoryBytes", g."gpuModel",
          g."mig", g."taints", g."schedulable", g."ready", g."heldByOthers", 1, :generation
      from jsonb_to_recordset(:nodes::jsonb) as g("cluster" text, "name" text, "labels" jsonb,
          "capacity" jsonb, "gpuMemoryBytes" bigint, "gpuModel" text, "mig" boolean,
          "taints" jsonb, "schedulable" boolean, "ready" boolean, "heldByOthers" jsonb)
      on conflict (cluster, name) do update
      set labels = excluded.labels, capacity = excluded.capacity,
          gpu_memory_bytes = excluded.gpu_memory_bytes, gpu_model = excluded.gpu_model,
          mig = excluded.mig, taints = excluded.taints, schedulable = excluded.schedulable,
          held_by_others = excluded.held_by_others,
          version = n.version + 1, generation = excluded.generation
      """;

  private static final String ORDER = " order by cluster collate \"C\", name collate \"C\"";

  private final JdbcClient jdbc;
  private final PlacementJson json;

  NodeStore(JdbcClient jdbc, PlacementJson json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// A node as one JSON object of [#PUT].
  private record Given(
      String cluster,
      String name,
      SortedMap<String, String> labels,
      SortedMap<String, Long> capacity,
      long gpuMemoryBytes,
      String gpuModel,
      boolean mig,
      List<Taint> taints,
      boolean schedulable,
      boolean ready,
      SortedMap<String, Long> heldByOthers) {
    static Given of(Node node) {
      return new Given(
          node.ref().cluster(),
          node.ref().name(),
          node.labels(),
          node.capacity().byName(),
          node.gpuMemoryBytes(),
          node.gpuModel(),
          node.mig(),
          node.taints(),
          node.schedulable(),
          node.ready(),
          node.heldByOthers().byName());
    }
  }

  /// Adds or replaces all of them in one statement.
  public void put(List<Node> nodes, long generation) {
    String given = json.write(nodes.stream().map(Given::of).toList());
    jdbc.sql(PUT).param("generation", generation).param("nodes", given).update();
    jdbc.sql(
            """
            delete from placement.node_removed r using placement.node n
            where n.generation = ? and r.cluster = n.cluster and r.name = n.name
            """)
        .param(generation)
        .update();
  }

  public void remove(NodeRef ref, long generation) {
    jdbc.sql("delete from placement.node where cluster = ? and name = ?")
        .params(ref.cluster(), ref.name())
        .update();
    jdbc.sql(
            """
            insert into placement.node_removed (cluster, name, generation) values (?, ?, ?)
            on conflict (cluster, name) do update set generation = excluded.generation
            """)
        .params(ref.cluster(), ref.name(), generation)
        .update();
  }

  public List<Versioned<Node>> all() {
    return jdbc.sql("select * from placement.node" + ORDER)
        .query((row, index) -> versioned(row))
        .list();
  }

  public List<Versioned<Node>> in(String cluster) {
    return jdbc.sql("select * from placement.node where cluster = ?" + ORDER)
        .param(cluster)
        .query((row, index) -> versioned(row))
        .list();
  }

  public boolean any(String cluster) {
    return jdbc.sql("select exists (select from placement.node where cluster = ?)")
        .param(cluster)
        .query(Boolean.class)
        .single();
  }

  public Optional<Versioned<Node>> find(NodeRef ref) {
    return jdbc.sql("select * from placement.node where cluster = ? and name = ?")
        .params(ref.cluster(), ref.name())
        .query((row, index) -> versioned(row))
        .optional();
  }

  /// Ids of the jobs whose runs have room on the node, as far as the loop has applied it.
  public List<String> jobsOn(NodeRef ref) {
    record OnNode(NodeRef node) {}
    record OnNodes(List<OnNode> nodes) {}
    String wanted = json.write(List.of(new OnNodes(List.of(new OnNode(ref)))));
    return jdbc.sql(
            """
            select job_id from placement.run
            where released_at is null and assignments @> ?::jsonb order by job_id
            """)
        .param(wanted)
        .query(String.class)
        .list();
  }

  public List<Node> changedSince(long generation) {
    return jdbc.sql("select * from placement.node where generation > ?" + ORDER)
        .param(generation)
        .query((row, index) -> node(row))
        .list();
  }

  public List<NodeRef> removedSince(long generation) {
    return jdbc.sql("select cluster, name from placement.node_removed where generation > ?" + ORDER)
        .param(generation)
        .query((row, index) -> new NodeRef(row.getString("cluster"), row.getString("name")))
        .list();
  }

  /// Lists all nodes of the cluster as changed: what holds for the cluster holds for them.
  public void touch(String cluster, long generation) {
    jdbc.sql("update placement.node set generation = ? where cluster = ?")
        .params(generation, cluster)
        .update();
  }

  /// Whether the node is there and nothing newer than `at` is known of its readiness.
  public boolean isNews(NodeRef ref, Instant at) {
    return jdbc.sql(
            """
            select exists (select from placement.node
            where cluster = ? and name = ? and (ready_at is null or ready_at <= ?))
            """)
        .params(ref.cluster(), ref.name(), at.atOffset(ZoneOffset.UTC))
        .query(Boolean.class)
        .single();
  }

  /// Records when the node was last seen in the state it is known to be in.
  public void confirmReady(NodeRef ref, Instant at) {
    jdbc.sql("update placement.node set ready_at = ? where cluster = ? and name = ?")
        .params(at.atOffset(ZoneOffset.UTC), ref.cluster(), ref.name())
        .update();
  }

  public void putReady(NodeRef ref, boolean ready, Instant at, long generation) {
    jdbc.sql(
            """
            update placement.node set ready = ?, ready_at = ?, generation = ?
            where cluster = ? and name = ?
            """)
        .params(ready, at.atOffset(ZoneOffset.UTC), generation, ref.cluster(), ref.name())
        .update();
  }

  private Versioned<Node> versioned(ResultSet row) throws SQLException {
    return new Versioned<>(node(row), row.getLong("version"));
  }

  private Node node(ResultSet row) throws SQLException {
    return new Node(
        new NodeRef(row.getString("cluster"), row.getString("name")),
        json.readTexts(row.getString("labels")),
        new ResourceAmounts(json.readAmounts(row.getString("capacity"))),
        row.getLong("gpu_memory_bytes"),
        row.getString("gpu_model"),
        row.getBoolean("mig"),
        json.readList(row.getString("taints"), Taint.class),
        row.getBoolean("ready"),
        row.getBoolean("schedulable"),
        new ResourceAmounts(json.readAmounts(row.getString("held_by_others"))));
  }
}
