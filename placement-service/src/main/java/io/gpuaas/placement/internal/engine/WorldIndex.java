package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.CycleBudget;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.QueuePlace;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The compiled form of a world. Immutable; a change copies what it touches and shares the rest.
public final class WorldIndex {
  final QuotaConfig config;
  final SchedulingPolicy policy;
  final Catalog catalog;

  /// What is free on the nodes, jobs that are being evicted counted as holding.
  final long[] free;

  /// What is free of shared devices. Must not be changed.
  final Devices devices;

  /// What is used of the quota, jobs that are being evicted counted.
  final QuotaUsage usage;

  final SortedTree<Waiter> waiters;
  final List<SortedTree<ShapeQueue>> queues;
  final SortedTree<Holding> holdings;
  final List<SortedTree<Holding>> heldByProject;
  final SortedTree<Holding> evicting;

  /// Waiting jobs that others were preempted for, with the instant of the last such deed.
  final SortedTree<Remembered<Instant>> claims;

  /// Jobs that were preempted without progress in between, with how often in a row.
  final SortedTree<Remembered<Integer>> evictions;

  /// What projects have used over their quota. Must not be changed.
  final Spending spending;

  final List<List<Holding>> onNode;

  /// What kinds of pods are expected.
  final ExpectedMix mix;

  /// What nodes are expected to come to, where the placement asks for it; null until then. Like
  /// `byState` and `lastDecisions` derived from the world, and never part of it.
  private volatile @Nullable FillModel fillModel;

  private final @Nullable NodesByState byState;

  /// The last decisions made on this world, so that explanations need not repeat them. Only ever
  /// derived from the world, and never part of it.
  private volatile @Nullable Decisions lastDecisions;

  WorldIndex(WorldEdit edit) {
    config = edit.config;
    policy = edit.policy;
    catalog = edit.catalog;
    free = edit.free;
    devices = edit.devices;
    usage = edit.usage;
    waiters = edit.waiters;
    queues = List.copyOf(edit.queues);
    holdings = edit.holdings;
    heldByProject = List.copyOf(edit.heldByProject);
    evicting = edit.evicting;
    claims = edit.claims;
    evictions = edit.evictions;
    spending = edit.spending;
    onNode = List.copyOf(edit.onNode);
    mix = edit.mix;
    fillModel = edit.fillModel;
    byState = edit.byState;
  }

  public static WorldIndex of(
      QuotaConfig config,
      SchedulingPolicy policy,
      NodeTable nodes,
      List<HeldWorkload> held,
      List<Workload> waiting,
      WorldMemory memory) {
    Catalog catalog = new Catalog(config, QuotaTree.of(config), nodes);
    return new WorldEdit(config, policy, catalog, held, waiting, memory).toIndex();
  }

  public WorldIndex with(List<WorldChange> changes) {
    if (changes.isEmpty()) {
      return this;
    }
    WorldEdit edit = new WorldEdit(this);
    changes.forEach(edit::apply);
    return edit.toIndex();
  }

  /// One for the world: states of nodes belong to it.
  FillModel fillModel() {
    FillModel known = fillModel;
    return known == null ? newFillModel() : known;
  }

  private synchronized FillModel newFillModel() {
    FillModel known = fillModel;
    if (known == null) {
      known = new FillModel(catalog, mix.kinds().isEmpty() ? ExpectedMix.of(jobs()) : mix);
      fillModel = known;
    }
    return known;
  }

  private List<Workload> jobs() {
    List<Workload> all = new ArrayList<>(waiting());
    held().forEach(it -> all.add(it.workload()));
    return all;
  }

  /// The model when there is one already.
  @Nullable FillModel knownFillModel() {
    return fillModel;
  }

  /// A copy of the nodes by state, brought up to date; null where no placement asks for it.
  @Nullable NodesByState nodesByState() {
    if (byState == null) {
      return null;
    }
    FillModel model = fillModel();
    BitSet usable = nodes().usable();
    synchronized (model) {
      byState.refresh(model, node -> usable.get(node) ? model.stateOf(node, free, devices) : null);
      return byState.copy();
    }
  }

  /// The same as far as it is known.
  @Nullable NodesByState knownNodesByState() {
    FillModel model = fillModel;
    if (byState == null || model == null) {
      return byState == null ? null : new NodesByState(nodes().size());
    }
    synchronized (model) {
      return byState.copy();
    }
  }

  /// Decides anew.
  public Decisions decide(Instant now) {
    return decide(now, CycleBudget.UNLIMITED);
  }

  /// Decides anew, as far as the budget reaches.
  public Decisions decide(Instant now, CycleBudget budget) {
    Decisions fresh = new Decisions(this, now, budget);
    lastDecisions = fresh;
    return fresh;
  }

  /// What was decided last on this world, or decides now: why a job waits does not depend on the
  /// instant, until time alone makes the cycle worth repeating.
  public Decisions decided(Instant now) {
    Decisions known = lastDecisions;
    if (known == null || !known.plan().complete()) {
      return decide(now);
    }
    Instant again = known.plan().again();
    return again == null || again.isAfter(now) ? known : decide(now);
  }

  public QuotaConfig config() {
    return config;
  }

  public SchedulingPolicy policy() {
    return policy;
  }

  public WorldMemory memory() {
    return new WorldMemory(
        Remembered.toMap(claims), Remembered.toMap(evictions), spending.toMemory(tree()));
  }

  public Optional<QueuePlace> place(JobId job, Instant now) {
    Waiter waiter = waiter(job);
    return waiter == null || waiter.project() < 0 || policy.fairSharing()
        ? Optional.empty()
        : Optional.of(new Places(this, now).of(waiter));
  }

  public ExpectedMix mix() {
    return mix;
  }

  public QuotaUsage usage() {
    return usage.copy();
  }

  public QuotaTree tree() {
    return catalog.tree();
  }

  public NodeTable nodes() {
    return catalog.nodes();
  }

  public long free(int node, int column) {
    return free[node * nodes().resources().size() + column];
  }

  public @Nullable HeldWorkload held(JobId job) {
    Holding holding = holding(job);
    return holding == null ? null : holding.held;
  }

  @Nullable Holding holding(JobId job) {
    return Holding.find(holdings, job);
  }

  @Nullable Waiter waiter(JobId job) {
    return Waiter.find(waiters, job);
  }

  public long asked(String project, FlavorResource cell) {
    int flavor = catalog.flavorNumber(cell.flavor());
    long thousandths = 0;
    for (Workload job : flavor < 0 ? List.<Workload>of() : waiting(project)) {
      for (PodSet set : job.podSets()) {
        if (catalog.mismatch(set, flavor) == null) {
          thousandths = Amount.plus(thousandths, thousandthsOf(set, cell.resource()));
        }
      }
    }
    return Amount.plus(thousandths, 999) / 1000;
  }

  public SortedSet<String> takers(List<PodSet> podSets) {
    SortedSet<String> takers = new TreeSet<>();
    for (Flavor flavor : config.flavors()) {
      int number = catalog.flavorNumber(flavor.name());
      if (podSets.stream().allMatch(set -> catalog.mismatch(set, number) == null)) {
        takers.add(flavor.name());
      }
    }
    return takers;
  }

  private static long thousandthsOf(PodSet set, String resource) {
    long ofOne =
        resource.equals(Resources.GPU)
            ? set.milliGpusPerPod()
            : Amount.times(set.requests().of(resource), 1000);
    return Amount.times(ofOne, set.count());
  }

  public boolean isWaiting(JobId job) {
    return waiter(job) != null;
  }

  public int waitingCount() {
    return waiters.size();
  }

  public int heldCount() {
    return holdings.size();
  }

  public List<HeldWorkload> held() {
    List<HeldWorkload> result = new ArrayList<>(holdings.size());
    holdings.values().forEach(it -> result.add(it.held));
    result.sort(Comparator.comparing(it -> it.workload().id()));
    return result;
  }

  public List<Workload> waiting() {
    List<Workload> result = new ArrayList<>(waiters.size());
    waiters.values().forEach(it -> result.add(it.workload()));
    result.sort(Comparator.comparing(Workload::id));
    return result;
  }

  public List<HeldWorkload> heldOn(int node) {
    return onNode.get(node).stream().map(it -> it.held).toList();
  }

  /// The project's waiting jobs in queue order; none for an unknown project.
  public List<Workload> waiting(String project) {
    int number = tree().project(project);
    if (number < 0) {
      return List.of();
    }
    List<Waiter> found = new ArrayList<>();
    for (ShapeQueue queue : queues.get(number).values()) {
      queue.waiters().values().forEach(found::add);
    }
    found.sort(Waiter.QUEUE_ORDER);
    return found.stream().map(Waiter::workload).toList();
  }

  /// The project's holding jobs in id order; none for an unknown project.
  public List<HeldWorkload> held(String project) {
    int number = tree().project(project);
    if (number < 0) {
      return List.of();
    }
    List<HeldWorkload> found = new ArrayList<>();
    heldByProject.get(number).values().forEach(it -> found.add(it.held));
    found.sort(Comparator.comparing(it -> it.workload().id()));
    return found;
  }
}
