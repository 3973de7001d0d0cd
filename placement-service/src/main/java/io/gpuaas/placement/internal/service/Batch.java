package io.gpuaas.placement.internal.service;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.JobLifecycle;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.lifecycle.Transition;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Holder;
import io.gpuaas.placement.internal.lifecycle.Workloads;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Changes to a [Board] that are being gathered for one transaction. The board itself changes only
/// when the transaction has committed; a batch that fails is simply dropped.
final class Batch {
  private final Board board;
  private final TreeMap<JobId, LiveJob> jobs = new TreeMap<>();
  private final TreeMap<RunId, Run> runs = new TreeMap<>();
  private final TreeMap<String, SortedMap<RunId, Holder>> holders = new TreeMap<>();
  private final List<JobEvent> events = new ArrayList<>();
  private final List<UsageEvent> usage = new ArrayList<>();
  private final List<WorldChange> world = new ArrayList<>();
  private final List<RunCommand> commands = new ArrayList<>();
  private final List<Node> nodesSet = new ArrayList<>();
  private final List<NodeRef> nodesRemoved = new ArrayList<>();
  private final TreeSet<JobId> heldBack = new TreeSet<>();
  private long inventoryGeneration = -1;
  private long gateGeneration = -1;
  private boolean configReplaced;

  Batch(Board board) {
    this.board = board;
  }

  long epoch() {
    return board.epoch();
  }

  /// The notice that preempted jobs have at least.
  long noticeSeconds() {
    return Math.ceilDiv(board.world().policy().evictions().noticeMillis(), 1000L);
  }

  /// The job of a run that holds room; null when none does.
  @Nullable JobId jobOf(RunId run) {
    Run changed = runs.get(run);
    return changed == null ? board.jobOf(run) : changed.job();
  }

  @Nullable LiveJob find(JobId job) {
    LiveJob changed = jobs.get(job);
    return changed == null ? board.find(job) : changed;
  }

  /// A new job was stored and waits.
  void queued(Job job) {
    if (find(job.id()) == null) {
      jobs.put(job.id(), new LiveJob(job, null));
      world.add(new WorldChange.Queued(Workloads.of(job, null)));
    }
  }

  /// The gate refused a waiting job: the engine does not see it until [#letBack].
  void holdBack(JobId job, long generation) {
    if (heldBack.add(job)) {
      gateGeneration = generation;
      world.add(new WorldChange.Unqueued(job));
    }
  }

  /// All that were held back wait again.
  void letBack() {
    for (JobId id : board.heldBack()) {
      LiveJob live = board.find(id);
      if (live != null && live.run() == null && live.job().phase() == JobPhase.QUEUED) {
        Workload waiting = board.waiting(live.job());
        if (waiting != null) {
          world.add(new WorldChange.Queued(waiting));
        }
      }
    }
  }

  SortedSet<JobId> heldBack() {
    return Collections.unmodifiableSortedSet(heldBack);
  }

  long gateGeneration() {
    return gateGeneration;
  }

  /// Applies a signal; the reason when it is ignored, null when it took effect.
  @Nullable String signal(JobId id, JobSignal signal) {
    LiveJob before = find(id);
    if (before == null) {
      return "unknown, or at rest";
    }
    return switch (JobLifecycle.apply(before, signal)) {
      case Transition.Ignored(String why) -> why;
      case Transition.Changed changed -> {
        take(changed);
        yield null;
      }
    };
  }

  private void take(Transition.Changed changed) {
    Job job = changed.after().job();
    jobs.put(job.id(), changed.after());
    Run written = changed.writtenRun();
    if (written != null) {
      runs.put(written.id(), written);
      if (!written.holds()) {
        holders(job.project()).remove(written.id());
      }
    }
    events.addAll(changed.events());
    changed.usage().forEach(this::addUsage);
    world.addAll(changed.world());
    commands.addAll(changed.commands());
  }

  /// What a run would hold if it were bound now, beside what its project holds already.
  List<GpuHolding> bind(Job job, RunId run, Instant at, List<PodSetAssignment> assignments) {
    SortedMap<RunId, Holder> ofProject = holders(job.project());
    Holder holder = board.pools().holder(job, run, at, assignments);
    ofProject.put(run, holder);
    boolean alone = board.pools().isWithinNominal(job.project(), ofProject);
    SortedMap<RunId, Holder> counted =
        alone ? new TreeMap<>(Collections.singletonMap(run, holder)) : ofProject;
    return Objects.requireNonNull(board.pools().split(job.project(), counted).get(run));
  }

  /// Where the GPUs lie that a run holds.
  List<GpuPlace> places(Job job, List<PodSetAssignment> assignments) {
    return board.pools().places(job.spec().podSets(), assignments);
  }

  /// Takes back [#bind] of a run that was refused.
  void unbind(Job job, RunId run) {
    holders(job.project()).remove(run);
  }

  private SortedMap<RunId, Holder> holders(String project) {
    return holders.computeIfAbsent(project, key -> new TreeMap<>(board.holders(key)));
  }

  /// Re-cuts nominal and borrowed in each project whose runs have changed.
  void reclassify(Instant at) {
    for (String project : List.copyOf(holders.keySet())) {
      reclassify(project, at);
    }
  }

  /// Re-cuts nominal and borrowed in each project: their quotas may have changed.
  void reclassifyAll(Instant at, PoolTable pools) {
    for (LiveJob job : board.live().values()) {
      holders(job.job().project());
    }
    holders.forEach((project, ofProject) -> send(pools.split(project, ofProject), at));
  }

  private void reclassify(String project, Instant at) {
    SortedMap<RunId, Holder> ofProject = holders(project);
    boolean nothingBorrowed =
        board.pools().isWithinNominal(project, board.holders(project))
            && board.pools().isWithinNominal(project, ofProject);
    if (!nothingBorrowed) {
      send(board.pools().split(project, ofProject), at);
    }
  }

  private void send(SortedMap<RunId, List<GpuHolding>> split, Instant at) {
    split.forEach(
        (run, holdings) -> {
          JobId job = jobOf(run);
          if (job != null) {
            signal(job, new JobSignal.Reclassified(at, run, holdings));
          }
        });
  }

  void addUsage(UsageEvent event) {
    usage.add(UsageNumbers.numbered(event, board.usageSeq() + usage.size() + 1));
  }

  void nodeSet(Node node) {
    nodesSet.add(node);
    world.add(new WorldChange.NodeSet(node));
  }

  void nodeRemoved(NodeRef node) {
    nodesRemoved.add(node);
    world.add(new WorldChange.NodeRemoved(node));
  }

  void configReplaced(QuotaConfig config, SchedulingPolicy policy, long newInventoryGeneration) {
    configReplaced = true;
    inventoryGeneration = newInventoryGeneration;
    world.add(new WorldChange.ConfigReplaced(config, policy));
  }

  void inventoryAt(long generation) {
    inventoryGeneration = generation;
  }

  boolean isEmpty() {
    return jobs.isEmpty() && runs.isEmpty() && usage.isEmpty() && world.isEmpty();
  }

  boolean changesHardwareOrConfig() {
    return configReplaced || inventoryGeneration >= 0;
  }

  long inventoryGeneration() {
    return inventoryGeneration;
  }

  Collection<LiveJob> changedJobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  /// The version that each changed job has in the database; 0 means that it was stored in the
  /// version given and did not change.
  long storedVersion(JobId job) {
    LiveJob before = board.find(job);
    return before == null ? 1 : before.job().version();
  }

  /// Whether the run was there before this batch.
  boolean isStored(Run run) {
    return board.jobOf(run.id()) != null;
  }

  List<Run> runs() {
    return List.copyOf(runs.values());
  }

  SortedMap<String, SortedMap<RunId, Holder>> changedHolders() {
    return Collections.unmodifiableSortedMap(holders);
  }

  List<JobEvent> events() {
    return Collections.unmodifiableList(events);
  }

  List<UsageEvent> usage() {
    return Collections.unmodifiableList(usage);
  }

  List<WorldChange> world() {
    return Collections.unmodifiableList(world);
  }

  List<RunCommand> commands() {
    return Collections.unmodifiableList(commands);
  }

  List<Node> nodesSet() {
    return Collections.unmodifiableList(nodesSet);
  }

  List<NodeRef> nodesRemoved() {
    return Collections.unmodifiableList(nodesRemoved);
  }
}
