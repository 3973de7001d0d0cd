package io.gpuaas.placement.internal.store;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRun;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Watch;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Pods of others as they are counted, and since when each cluster is watched for them.
@Repository
public class ForeignStore {
  private static final String PUT =
      """
      insert into placement.foreign_run (cluster, uid, run, node, namespace, name, workload_kind,
          workload_name, workload_uid, queue, project, pool, model, milli_gpus, bound_at,
          started_at, released_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (cluster, uid) do update
      set started_at = excluded.started_at, released_at = excluded.released_at
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  ForeignStore(JdbcTemplate jdbc, JdbcClient client) {
    this.jdbc = jdbc;
    this.client = client;
  }

  /// By cluster.
  public NavigableMap<String, Watch> watches() {
    TreeMap<String, Watch> all = new TreeMap<>();
    client
        .sql("select * from placement.foreign_watch")
        .query(
            (row, index) ->
                all.put(
                    row.getString("cluster"),
                    new Watch(Columns.instant(row, "since"), Columns.instant(row, "seen_at"))))
        .list();
    return all;
  }

  /// The pods of the cluster were seen as they were; the first time counts as the begin.
  public void seen(String cluster, Instant at) {
    client
        .sql(
            """
            insert into placement.foreign_watch (cluster, since, seen_at) values (?, ?, ?)
            on conflict (cluster) do update set seen_at = excluded.seen_at
            """)
        .params(cluster, at.atOffset(ZoneOffset.UTC), at.atOffset(ZoneOffset.UTC))
        .update();
  }

  /// The cluster is no longer watched; when it comes back it begins anew.
  public void forget(String cluster) {
    client.sql("delete from placement.foreign_watch where cluster = ?").param(cluster).update();
  }

  /// Those that hold GPUs of the cluster, the newest first.
  public List<ForeignRun> holding(String cluster) {
    return client
        .sql(
            """
            select * from placement.foreign_run where cluster = ? and released_at is null
            order by bound_at desc, uid
            """)
        .param(cluster)
        .query((row, index) -> run(row))
        .list();
  }

  /// Those that hold, and those of these pods.
  public List<ForeignRun> known(String cluster, Collection<String> uids) {
    return client
        .sql(
            """
            select * from placement.foreign_run
            where cluster = ? and (released_at is null or uid = any (?)) order by uid
            """)
        .params(cluster, uids.toArray(String[]::new))
        .query((row, index) -> run(row))
        .list();
  }

  /// Whether the project has ever paid for any.
  public boolean anyPaidBy(String project) {
    return client
        .sql("select exists (select from placement.foreign_run where project = ?)")
        .param(project)
        .query(Boolean.class)
        .single();
  }

  /// GPUs in thousandths that others hold, by node.
  public SortedMap<NodeRef, Long> heldByNode() {
    TreeMap<NodeRef, Long> held = new TreeMap<>();
    client
        .sql(
            """
            select cluster, node, sum(milli_gpus) as held from placement.foreign_run
            where released_at is null group by cluster, node
            """)
        .query(
            (row, index) ->
                held.put(
                    new NodeRef(row.getString("cluster"), row.getString("node")),
                    row.getLong("held")))
        .list();
    return held;
  }

  public void put(List<ForeignRun> runs) {
    jdbc.batchUpdate(PUT, runs, Math.max(1, runs.size()), ForeignStore::bind);
  }

  private static void bind(PreparedStatement statement, ForeignRun run) throws SQLException {
    List<String> texts =
        List.of(
            run.node().cluster(),
            run.uid(),
            run.run().value(),
            run.node().name(),
            run.namespace(),
            run.name(),
            run.workload().kind(),
            run.workload().name(),
            run.workload().uid(),
            run.queue(),
            run.project(),
            run.pool(),
            run.model());
    int at = 1;
    for (String text : texts) {
      statement.setString(at++, text);
    }
    statement.setLong(at++, run.milliGpus());
    statement.setObject(at++, Columns.utc(run.boundAt()));
    statement.setObject(at++, Columns.utc(run.startedAt()));
    statement.setObject(at, Columns.utc(run.releasedAt()));
  }

  private static ForeignRun run(ResultSet row) throws SQLException {
    return new ForeignRun(
        row.getString("uid"),
        new RunId(row.getString("run")),
        new NodeRef(row.getString("cluster"), row.getString("node")),
        row.getString("namespace"),
        row.getString("name"),
        new ForeignPod.Workload(
            row.getString("workload_kind"),
            row.getString("workload_name"),
            row.getString("workload_uid")),
        row.getString("queue"),
        row.getString("project"),
        row.getString("pool"),
        row.getString("model"),
        row.getLong("milli_gpus"),
        Columns.instant(row, "bound_at"),
        Columns.instantOrNull(row, "started_at"),
        Columns.instantOrNull(row, "released_at"));
  }
}
