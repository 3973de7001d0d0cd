package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.MixLearner;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Holder;
import io.gpuaas.placement.internal.lifecycle.Workloads;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the leader holds in memory: the live jobs, the world made of them, and what is due.
///
/// It is brought up to date by committed [Batch]es only, so it never knows more than the database.
/// One thread uses it; `world` alone is read by others.
final class Board {
  private static final Comparator<Deadline> BY_TIME =
      Comparator.comparing(Deadline::at).thenComparing(Deadline::run);

  private final long epoch;
  private final TreeMap<JobId, LiveJob> live = new TreeMap<>();
  private final TreeMap<RunId, JobId> jobOfRun = new TreeMap<>();
  private final TreeMap<String, SortedMap<RunId, Holder>> holders = new TreeMap<>();
  private final TreeMap<NodeRef, Node> nodes = new TreeMap<>();
  private final MixLearner learner;
  private final PriorityQueue<Deadline> deadlines = new PriorityQueue<>(BY_TIME);
  private final TreeSet<JobId> heldBack = new TreeSet<>();
  private final TreeMap<JobId, QueueTurn> turns = new TreeMap<>();
  private volatile World world;
  private long gateGeneration = -1;
  private long worldVersion;
  private long usageSeq;
  private long inventoryGeneration;
  private PoolTable pools;

  /// A run that has to end at `at`.
  private record Deadline(Instant at, RunId run) {}

  Board(
      long epoch,
      World world,
      ExpectedMix mix,
      Inventory inventory,
      QuotaConfig config,
      long usageSeq) {
    this.epoch = epoch;
    this.world =
        mix.kinds().isEmpty() ? world : world.with(List.of(new WorldChange.MixLearnt(mix)));
    this.learner = new MixLearner(mix);
    this.usageSeq = usageSeq;
    this.inventoryGeneration = inventory.generation();
    inventory.nodes().forEach(node -> nodes.put(node.ref(), node));
    this.pools = new PoolTable(config, nodes);
  }

  long epoch() {
    return epoch;
  }

  World world() {
    return world;
  }

  /// Larger after each change of the world.
  long worldVersion() {
    return worldVersion;
  }

  long usageSeq() {
    return usageSeq;
  }

  long configGeneration() {
    return world.config().generation();
  }

  long inventoryGeneration() {
    return inventoryGeneration;
  }

  PoolTable pools() {
    return pools;
  }

  SortedMap<NodeRef, Node> nodes() {
    return Collections.unmodifiableSortedMap(nodes);
  }

  /// The clusters that nodes belong to.
  SortedSet<String> clusterNames() {
    SortedSet<String> names = new TreeSet<>();
    nodes.keySet().forEach(node -> names.add(node.cluster()));
    return names;
  }

  @Nullable LiveJob find(JobId job) {
    return live.get(job);
  }

  @Nullable JobId jobOf(RunId run) {
    return jobOfRun.get(run);
  }

  /// Waiting jobs that the gate refused; the world does not show them.
  SortedSet<JobId> heldBack() {
    return Collections.unmodifiableSortedSet(heldBack);
  }

  /// The gate's generation when it refused the first of [#heldBack].
  long gateGeneration() {
    return gateGeneration;
  }

  /// A waiting job as the engine shall see it: where the queue of its cluster has chosen nodes, on
  /// these only. Null while that queue has not let it in.
  @Nullable Workload waiting(Job job) {
    QueueTurn turn = turns.getOrDefault(job.id(), QueueTurn.COME);
    return turn.come() ? Workloads.of(job, null, turn) : null;
  }

  /// The world shows of these jobs those whose turn has come, and no others.
  ///
  /// @param now what the queues of clusters say of all waiting jobs that they govern
  void govern(SortedMap<JobId, QueueTurn> now) {
    List<WorldChange> changes = new ArrayList<>();
    TreeSet<JobId> concerned = new TreeSet<>(turns.keySet());
    concerned.addAll(now.keySet());
    turns.keySet().retainAll(now.keySet());
    for (JobId id : concerned) {
      QueueTurn turn = now.getOrDefault(id, QueueTurn.COME);
      boolean same = turn.equals(turns.getOrDefault(id, QueueTurn.COME));
      if (!turn.come() && world.isWaiting(id)) {
        changes.add(new WorldChange.Unqueued(id));
      }
      Job job = heldBack.contains(id) ? null : waitingJob(id);
      if (turn.come() && job != null && !(same && world.isWaiting(id))) {
        changes.add(new WorldChange.Unqueued(id));
        changes.add(new WorldChange.Queued(Workloads.of(job, null, turn)));
      }
    }
    turns.putAll(now);
    if (!changes.isEmpty()) {
      world = world.with(changes);
      worldVersion++;
    }
  }

  private @Nullable Job waitingJob(JobId id) {
    LiveJob found = live.get(id);
    return found != null && found.run() == null && found.job().phase() == JobPhase.QUEUED
        ? found.job()
        : null;
  }

  /// The world shows all waiting jobs again.
  void letBack() {
    Batch batch = new Batch(this);
    batch.letBack();
    heldBack.clear();
    gateGeneration = -1;
    commit(batch);
  }

  SortedMap<JobId, LiveJob> live() {
    return Collections.unmodifiableSortedMap(live);
  }

  SortedMap<RunId, Holder> holders(String project) {
    return holders.getOrDefault(project, Collections.emptySortedMap());
  }

  /// Takes up a job as it was stored, at start.
  void load(LiveJob job, @Nullable Holder holder) {
    put(job);
    if (holder != null) {
      TreeMap<RunId, Holder> ofProject = new TreeMap<>(holders(job.job().project()));
      ofProject.put(holder.run(), holder);
      holders.put(job.job().project(), ofProject);
    }
  }

  /// Takes up what a transaction has committed.
  void commit(Batch batch) {
    for (LiveJob job : batch.changedJobs()) {
      learn(job);
      put(job);
    }
    holders.putAll(batch.changedHolders());
    if (heldBack.isEmpty()) {
      gateGeneration = batch.gateGeneration();
    }
    heldBack.addAll(batch.heldBack());
    usageSeq += batch.usage().size();
    if (!batch.world().isEmpty()) {
      for (Node node : batch.nodesSet()) {
        nodes.put(node.ref(), node);
      }
      batch.nodesRemoved().forEach(nodes::remove);
      world = world.with(batch.world());
      if (learner.isWorthTelling()) {
        world = world.with(List.of(new WorldChange.MixLearnt(learner.mix())));
      }
      worldVersion++;
    }
    if (batch.changesHardwareOrConfig()) {
      inventoryGeneration = batch.inventoryGeneration();
      pools = new PoolTable(world.config(), nodes);
    }
  }

  /// New jobs tell what to expect.
  private void learn(LiveJob job) {
    if (!live.containsKey(job.job().id())) {
      learner.arrived(Workloads.of(job.job(), job.run()));
    }
  }

  private void put(LiveJob job) {
    LiveJob before = live.get(job.job().id());
    if (before != null && before.run() != null) {
      jobOfRun.remove(before.run().id());
    }
    if (!job.job().live()) {
      live.remove(job.job().id());
      return;
    }
    live.put(job.job().id(), job);
    Run run = job.run();
    if (run != null) {
      jobOfRun.put(run.id(), job.job().id());
      addDeadline(job, run);
    }
  }

  private void addDeadline(LiveJob job, Run run) {
    long maxRuntime = job.job().spec().maxRuntimeMillis();
    if (maxRuntime > 0 && run.startedAt() != null && run.stoppingAt() == null) {
      deadlines.add(new Deadline(run.startedAt().plusMillis(maxRuntime), run.id()));
    }
  }

  /// When the next run has to end; null when none has to. Deadlines of runs that are over are
  /// dropped on the way.
  @Nullable Instant nextDeadline() {
    Deadline next = deadlines.peek();
    while (next != null && isOver(next.run())) {
      deadlines.poll();
      next = deadlines.peek();
    }
    return next == null ? null : next.at();
  }

  private boolean isOver(RunId id) {
    JobId job = jobOfRun.get(id);
    LiveJob found = job == null ? null : live.get(job);
    Run run = found == null ? null : found.run();
    return run == null || run.stoppingAt() != null || run.endedAt() != null;
  }

  /// The job whose run has to end at or before `now`; null when there is none. Ask again after it
  /// was told to stop.
  @Nullable JobId dueAt(Instant now) {
    Instant next = nextDeadline();
    Deadline deadline = deadlines.peek();
    return next == null || deadline == null || next.isAfter(now)
        ? null
        : jobOfRun.get(deadline.run());
  }

  /// Forgets the deadline that [#dueAt] gave.
  void passDeadline() {
    deadlines.poll();
  }
}
