package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventoryChanges;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Follows changes of configuration and hardware: reads what changed, not everything.
@Component
class Refresh {
  private final AtomicBoolean asked = new AtomicBoolean(true);
  private final QuotaConfigSource configs;
  private final InventorySource inventories;
  private final NodeCapacities capacities;
  private final Clusters clusters;
  private final ObservationSink sink;
  private final BatchWriter writer;
  private final TransactionTemplate transactions;

  Refresh(
      QuotaConfigSource configs,
      InventorySource inventories,
      NodeCapacities capacities,
      Clusters clusters,
      ObservationSink sink,
      BatchWriter writer,
      TransactionTemplate transactions) {
    this.configs = configs;
    this.inventories = inventories;
    this.capacities = capacities;
    this.clusters = clusters;
    this.sink = sink;
    this.writer = writer;
    this.transactions = transactions;
  }

  /// Something may have changed; look before the next decision.
  void ask() {
    asked.set(true);
  }

  boolean isAsked() {
    return asked.get();
  }

  /// What changed since the board was last brought up to date; empty when nothing did.
  Optional<Batch> changes(Board board, Instant now) {
    if (!asked.getAndSet(false)) {
      return Optional.empty();
    }
    boolean config = configs.generation() != board.configGeneration();
    boolean hardware = inventories.generation() != board.inventoryGeneration();
    if (!config && !hardware) {
      return Optional.empty();
    }
    QuotaConfig newConfig = config ? configs.load() : board.world().config();
    InventoryChanges changes = inventories.changedSince(board.inventoryGeneration());
    Batch batch =
        Objects.requireNonNull(
            transactions.execute(status -> inOne(board, newConfig, changes, now)));
    connect(changes);
    return Optional.of(batch);
  }

  private Batch inOne(Board board, QuotaConfig config, InventoryChanges changes, Instant now) {
    Batch batch = new Batch(board);
    changes.set().forEach(batch::nodeSet);
    changes.removed().forEach(batch::nodeRemoved);
    batch.configReplaced(config, changes.policy(), changes.generation());
    tellAndReclassify(board, batch, config, now);
    return batch;
  }

  /// Capacity that accounting was not told of yet, right after a process began to lead.
  Batch atStart(Board board, Instant now) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              Batch batch = new Batch(board);
              tellAndReclassify(board, batch, board.world().config(), now);
              return batch;
            }));
  }

  private void tellAndReclassify(Board board, Batch batch, QuotaConfig config, Instant now) {
    var nodes = NodeCapacities.after(board, batch);
    PoolTable pools = new PoolTable(config, nodes);
    capacities.tell(board, batch, pools, now);
    batch.reclassifyAll(now, pools);
    writer.write(batch);
  }

  /// Connects to the clusters there are.
  void connect(Inventory inventory) {
    clusters.connect(inventory, sink);
  }

  private void connect(InventoryChanges changes) {
    clusters.connect(
        new Inventory(changes.generation(), changes.clusters(), changes.set(), changes.policy()),
        sink);
  }
}
