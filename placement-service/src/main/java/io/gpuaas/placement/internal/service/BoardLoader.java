package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.lifecycle.Workloads;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.MemoryStore;
import io.gpuaas.placement.internal.store.RunStore;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// Reads everything that the loop needs, once, when a process begins to lead; and for the
/// self-check.
@Component
class BoardLoader {
  private final JobStore jobs;
  private final RunStore runs;
  private final MemoryStore memories;
  private final EventStore events;
  private final InventorySource inventories;
  private final QuotaConfigSource configs;
  private final TransactionTemplate oneSnapshot;

  BoardLoader(
      JobStore jobs,
      RunStore runs,
      MemoryStore memories,
      EventStore events,
      InventorySource inventories,
      QuotaConfigSource configs,
      PlatformTransactionManager transactionManager) {
    this.jobs = jobs;
    this.runs = runs;
    this.memories = memories;
    this.events = events;
    this.inventories = inventories;
    this.configs = configs;
    this.oneSnapshot = new TransactionTemplate(transactionManager);
    this.oneSnapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.oneSnapshot.setReadOnly(true);
  }

  Board load(long epoch) {
    return java.util.Objects.requireNonNull(oneSnapshot.execute(status -> read(epoch)));
  }

  private Board read(long epoch) {
    QuotaConfig config = configs.load();
    Inventory inventory = inventories.load();
    Map<JobId, Run> holding = new TreeMap<>();
    runs.holding().forEach(run -> holding.put(run.job(), run));
    List<LiveJob> live = new ArrayList<>();
    for (Job job : jobs.live()) {
      live.add(new LiveJob(job, holding.get(job.id())));
    }
    World world = world(config, inventory, live, memories.load(inventory.policy()));
    ExpectedMix mix = keepsRoom(config, inventory) ? jobs.recentMix() : ExpectedMix.NONE;
    Board board = new Board(epoch, world, mix, inventory, config, events.lastUsageSeq());
    for (LiveJob job : live) {
      Run run = job.run();
      board.load(
          job,
          run == null
              ? null
              : board.pools().holder(job.job(), run.id(), run.boundAt(), run.assignments()));
    }
    return board;
  }

  /// Whether any placement asks what pods are expected.
  private static boolean keepsRoom(QuotaConfig config, Inventory inventory) {
    return inventory.policy().placement() == PlacementStrategy.LEAST_FRAGMENTATION
        || config.flavors().stream()
            .anyMatch(it -> it.placement() == PlacementStrategy.LEAST_FRAGMENTATION);
  }

  private static World world(
      QuotaConfig config, Inventory inventory, List<LiveJob> live, WorldMemory memory) {
    List<HeldWorkload> held = new ArrayList<>();
    List<Workload> waiting = new ArrayList<>();
    for (LiveJob job : live) {
      Run run = job.run();
      Workload workload = Workloads.of(job.job(), run);
      if (run == null) {
        waiting.add(workload);
      } else {
        held.add(held(workload, run));
      }
    }
    return World.ofSite(config, inventory.policy(), inventory.nodes(), held, waiting, memory);
  }

  private static HeldWorkload held(Workload workload, Run run) {
    boolean evicting = run.state() == RunState.STOPPING || run.state() == RunState.ENDED;
    @Nullable JobId claimant = run.claimant();
    return new HeldWorkload(workload, run.assignments(), run.boundAt(), evicting, claimant);
  }
}
