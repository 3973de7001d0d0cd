package io.gpuaas.placement.internal.store;

import io.gpuaas.core.KnownGeneration;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Rows of the generation, of clusters and of the policy. It decides nothing.
@Repository
public class InventoryStore {
  private static final String CHANNEL = "gpuaas_inventory";

  private final JdbcClient jdbc;
  private final PlacementJson json;
  private final KnownGeneration known;

  InventoryStore(
      JdbcClient jdbc,
      PlacementJson json,
      @Value("${gpuaas.single-process:false}") boolean singleProcess) {
    this.jdbc = jdbc;
    this.json = json;
    this.known = new KnownGeneration(singleProcess);
  }

  /// What is known of the generation without reading it.
  public KnownGeneration known() {
    return known;
  }

  /// The generation now. Waits for any other writer and keeps further ones out until the
  /// transaction ends.
  public long lockGeneration() {
    return jdbc.sql("select generation from placement.inventory_generation for update")
        .query(Long.class)
        .single();
  }

  /// The newest committed generation.
  public long generation() {
    return jdbc.sql("select generation from placement.inventory_generation")
        .query(Long.class)
        .single();
  }

  /// Raises the generation by one and tells the listeners when the transaction commits.
  public long raiseGeneration() {
    known.moves();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            known.moves();
          }
        });
    long raised =
        jdbc.sql(
                "update placement.inventory_generation set generation = generation + 1"
                    + " returning generation")
            .query(Long.class)
            .single();
    jdbc.sql("select pg_notify(?, ?)")
        .params(CHANNEL, Long.toString(raised))
        .query((row, index) -> index)
        .list();
    return raised;
  }

  /// In name order.
  public List<Versioned<Cluster>> clusters() {
    return jdbc.sql("select * from placement.cluster order by name collate \"C\"")
        .query((row, index) -> cluster(row))
        .list();
  }

  public Optional<Versioned<Cluster>> cluster(String name) {
    return jdbc.sql("select * from placement.cluster where name = ?")
        .param(name)
        .query((row, index) -> cluster(row))
        .optional();
  }

  private Versioned<Cluster> cluster(ResultSet row) throws SQLException {
    Cluster cluster =
        new Cluster(
            row.getString("name"),
            row.getString("backend"),
            json.readTexts(row.getString("settings")),
            row.getBoolean("schedulable"),
            json.readList(row.getString("taints"), Taint.class),
            row.getBoolean("reachable"));
    return new Versioned<>(cluster, row.getLong("version"));
  }

  public void put(Cluster cluster) {
    jdbc.sql(
            """
            insert into placement.cluster as c
              (name, backend, settings, schedulable, taints, version)
            values (?, ?, ?::jsonb, ?, ?::jsonb, 1)
            on conflict (name) do update
            set backend = excluded.backend, settings = excluded.settings,
                schedulable = excluded.schedulable, taints = excluded.taints,
                version = c.version + 1
            """)
        .params(
            cluster.name(),
            cluster.backend(),
            json.write(cluster.settings()),
            cluster.schedulable(),
            json.write(cluster.taints()))
        .update();
  }

  public void putReachable(String name, boolean reachable) {
    jdbc.sql("update placement.cluster set reachable = ? where name = ?")
        .params(reachable, name)
        .update();
  }

  public void removeCluster(String name) {
    jdbc.sql("delete from placement.cluster where name = ?").param(name).update();
  }

  public Versioned<SchedulingPolicy> policy() {
    return jdbc.sql("select * from placement.scheduling_policy")
        .query((row, index) -> policy(row))
        .single();
  }

  private static Versioned<SchedulingPolicy> policy(ResultSet row) throws SQLException {
    String[] strategies = (String[]) row.getArray("preemption_strategies").getArray();
    SchedulingPolicy policy =
        new SchedulingPolicy(
            row.getBoolean("fair_sharing"),
            Arrays.stream(strategies).map(SchedulingPolicy.FairStrategy::valueOf).toList(),
            PlacementStrategy.valueOf(row.getString("placement")),
            row.getInt("heads_per_project"),
            row.getBoolean("checkpoint_aware_victims"),
            new EvictionRules(
                row.getLong("min_runtime_millis"),
                row.getLong("notice_millis"),
                row.getLong("claim_millis"),
                row.getInt("evictions_in_a_row")),
            new QueueOrder(
                row.getLong("half_life_millis"),
                row.getLong("priority_weight_milli"),
                row.getLong("share_weight_milli")));
    return new Versioned<>(policy, row.getLong("version"));
  }

  public void put(SchedulingPolicy policy) {
    jdbc.sql(
            """
            update placement.scheduling_policy
            set fair_sharing = ?, preemption_strategies = ?, placement = ?, heads_per_project = ?,
                checkpoint_aware_victims = ?, min_runtime_millis = ?, notice_millis = ?,
                claim_millis = ?, evictions_in_a_row = ?, half_life_millis = ?,
                priority_weight_milli = ?, share_weight_milli = ?, version = version + 1
            """)
        .params(
            policy.fairSharing(),
            policy.preemptionStrategies().stream().map(Enum::name).toArray(String[]::new),
            policy.placement().name(),
            policy.headsPerProject(),
            policy.checkpointAwareVictims(),
            policy.evictions().minRuntimeMillis(),
            policy.evictions().noticeMillis(),
            policy.evictions().claimMillis(),
            policy.evictions().evictionsInARow(),
            policy.order().halfLifeMillis(),
            policy.order().priorityWeightMilli(),
            policy.order().shareWeightMilli())
        .update();
  }
}
