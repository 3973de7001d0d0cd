package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A [WorldIndex] while it is built or changed. Used by one thread, once.
///
/// A change that does not fit the world (an unknown job, a job that already holds) changes nothing:
/// facts may arrive twice.
final class WorldEdit {
  QuotaConfig config;
  SchedulingPolicy policy;
  Catalog catalog;
  long[] free;
  Devices devices;
  QuotaUsage usage;
  SortedTree<Waiter> waiters = SortedTree.empty();
  List<SortedTree<ShapeQueue>> queues = new ArrayList<>();
  SortedTree<Holding> holdings = SortedTree.empty();
  List<SortedTree<Holding>> heldByProject = new ArrayList<>();
  SortedTree<Holding> evicting = SortedTree.empty();
  SortedTree<Remembered<Instant>> claims = SortedTree.empty();
  SortedTree<Remembered<Integer>> evictions = SortedTree.empty();
  Spending spending;
  List<List<Holding>> onNode = new ArrayList<>();
  ExpectedMix mix = ExpectedMix.NONE;
  @Nullable FillModel fillModel;
  @Nullable NodesByState byState;

  WorldEdit(
      QuotaConfig config,
      SchedulingPolicy policy,
      Catalog catalog,
      List<HeldWorkload> held,
      List<Workload> waiting,
      WorldMemory memory) {
    this.config = config;
    this.policy = policy;
    this.catalog = catalog;
    free = catalog.nodes().capacity().clone();
    devices = Devices.none(catalog.nodes());
    usage = QuotaUsage.none(catalog.tree());
    claims = Remembered.of(memory.claims());
    evictions = Remembered.of(memory.evictions());
    fill(held, waiting);
    spending = Spending.of(policy.order(), usage, memory.spending(), latestAdmission());
  }

  WorldEdit(WorldIndex index) {
    config = index.config;
    policy = index.policy;
    catalog = index.catalog;
    free = index.free.clone();
    devices = index.devices.copy();
    usage = index.usage.copy();
    waiters = index.waiters;
    queues = new ArrayList<>(index.queues);
    holdings = index.holdings;
    heldByProject = new ArrayList<>(index.heldByProject);
    evicting = index.evicting;
    claims = index.claims;
    evictions = index.evictions;
    spending = index.spending.copy();
    onNode = new ArrayList<>(index.onNode);
    mix = index.mix;
    if (mix.kinds().isEmpty()) {
      // It is a model of the jobs that are there, which may change.
      learnAnew(index.knownNodesByState() != null);
    } else {
      fillModel = index.knownFillModel();
      byState = index.knownNodesByState();
    }
  }

  WorldIndex toIndex() {
    return new WorldIndex(this);
  }

  private void fill(List<HeldWorkload> held, List<Workload> waiting) {
    int projects = catalog.tree().projectCount();
    queues = new ArrayList<>(Collections.nCopies(projects, SortedTree.<ShapeQueue>empty()));
    List<List<Holding>> perProject = emptyLists(projects);
    onNode = emptyLists(catalog.nodes().size());
    List<Holding> all = occupied(held);
    all.sort(Holding.BY_HASH);
    for (Holding holding : all) {
      if (holding.project >= 0) {
        perProject.get(holding.project).add(holding);
      }
      for (int node : holding.nodes) {
        onNode.get(node).add(holding);
      }
    }
    holdings = SortedTree.ofSorted(all);
    evicting = SortedTree.ofSorted(all.stream().filter(Holding::evicting).toList());
    heldByProject = new ArrayList<>();
    perProject.forEach(list -> heldByProject.add(SortedTree.ofSorted(list)));
    fillQueues(waiting);
    expect(held, waiting);
  }

  /// Until told otherwise, more of what is there already is expected.
  private void expect(List<HeldWorkload> held, List<Workload> waiting) {
    boolean needed = catalog.keepsRoom(policy.placement());
    if (needed && mix.kinds().isEmpty()) {
      List<Workload> arrived = new ArrayList<>(waiting);
      held.forEach(it -> arrived.add(it.workload()));
      mix = ExpectedMix.of(arrived);
    }
    learnAnew(needed);
  }

  private void learnAnew(boolean needed) {
    fillModel = null;
    byState = needed ? new NodesByState(catalog.nodes().size()) : null;
  }

  private List<Holding> occupied(List<HeldWorkload> held) {
    List<Holding> all = new ArrayList<>();
    List<HeldWorkload> unnamed = new ArrayList<>();
    for (HeldWorkload one : held) {
      if (DeviceNames.isComplete(catalog.nodes(), one)) {
        all.add(new Holding(catalog, one));
        occupy(all.getLast());
      } else {
        unnamed.add(one);
      }
    }
    unnamed.sort(
        Comparator.comparing(HeldWorkload::admittedAt).thenComparing(it -> it.workload().id()));
    DeviceNames names = new DeviceNames(catalog, devices, free);
    for (HeldWorkload one : unnamed) {
      all.add(new Holding(catalog, names.named(one)));
      occupy(all.getLast());
    }
    return all;
  }

  private static <T> List<List<T>> emptyLists(int count) {
    List<List<T>> lists = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private void fillQueues(List<Workload> waiting) {
    List<Waiter> all = new ArrayList<>();
    SortedMap<Shape.Key, Shape> shapes = new TreeMap<>();
    for (Workload workload : waiting) {
      Shape.Key key = new Shape.Key(workload);
      int project = catalog.tree().project(workload.project());
      Shape shape = shapes.computeIfAbsent(key, it -> Shape.compile(catalog, it, project));
      all.add(Waiter.of(workload, shape));
    }
    all.sort(Waiter.BY_HASH);
    waiters = SortedTree.ofSorted(all);
    List<Waiter> ordered = new ArrayList<>(all);
    ordered.sort(Waiter.QUEUE_ORDER);
    SequencedMap<Shape, List<Waiter>> byShape = new LinkedHashMap<>();
    for (Waiter waiter : ordered) {
      byShape.computeIfAbsent(waiter.shape(), _ -> new ArrayList<>()).add(waiter);
    }
    for (var entry : byShape.entrySet()) {
      Shape shape = entry.getKey();
      if (shape.project >= 0) {
        ShapeQueue queue = new ShapeQueue(shape, SortedTree.ofSorted(entry.getValue()));
        queues.set(shape.project, queues.get(shape.project).with(queue, ShapeQueue.BY_KEY));
      }
    }
  }

  private Shape shapeOf(Workload workload) {
    Shape.Key key = new Shape.Key(workload);
    int project = catalog.tree().project(workload.project());
    if (project >= 0) {
      ShapeQueue known = ShapeQueue.find(queues.get(project), key);
      if (known != null) {
        return known.shape();
      }
    }
    return Shape.compile(catalog, key, project);
  }

  void apply(WorldChange change) {
    switch (change) {
      case WorldChange.ConfigReplaced(QuotaConfig newConfig, SchedulingPolicy newPolicy) ->
          replaceConfig(newConfig, newPolicy);
      case WorldChange.MixLearnt(ExpectedMix learnt) -> {
        mix = learnt;
        learnAnew(byState != null);
      }
      case WorldChange.NodeSet(Node node) -> setNode(node);
      case WorldChange.NodeRemoved(var ref) -> {
        List<Node> rest = new ArrayList<>(catalog.nodes().nodes());
        rest.removeIf(node -> node.ref().equals(ref));
        rebuild(rest);
      }
      case WorldChange.Queued(Workload workload) -> queue(workload);
      case WorldChange.Unqueued(JobId job) -> {
        unqueue(job);
        evictions = Remembered.without(evictions, job);
      }
      case WorldChange.Admitted(JobId job, List<PodSetAssignment> assignments, Instant at) ->
          admit(job, assignments, at);
      case WorldChange.Evicting(JobId job, @Nullable JobId claimant, Instant at) ->
          evict(job, claimant, at);
      case WorldChange.Released(JobId job, Instant at) -> release(job, at);
      case WorldChange.Checkpointed(JobId job, Instant at) -> checkpoint(job, at);
    }
  }

  private void replaceConfig(QuotaConfig newConfig, SchedulingPolicy newPolicy) {
    config = newConfig;
    policy = newPolicy;
    rebuild(catalog.nodes().nodes());
  }

  private void setNode(Node node) {
    if (!catalog.nodes().sameLayout(node)) {
      List<Node> changed = new ArrayList<>(catalog.nodes().nodes());
      changed.add(node);
      rebuild(changed);
      return;
    }
    NodeTable before = catalog.nodes();
    NodeTable after = before.with(node);
    int row = after.number(node.ref()) * after.resources().size();
    for (int i = 0; i < after.resources().size(); i++) {
      free[row + i] += after.capacity()[row + i] - before.capacity()[row + i];
    }
    catalog = catalog.with(after);
    forget(after.number(node.ref()));
  }

  private void rebuild(List<Node> nodes) {
    List<HeldWorkload> held = new ArrayList<>();
    holdings.values().forEach(it -> held.add(it.held));
    List<Workload> waiting = new ArrayList<>();
    waiters.values().forEach(it -> waiting.add(it.workload()));
    Catalog before = catalog;
    catalog = new Catalog(config, QuotaTree.of(config), before.nodes().replacedBy(nodes));
    free = catalog.nodes().capacity().clone();
    devices = Devices.none(catalog.nodes());
    usage = QuotaUsage.none(catalog.tree());
    SortedMap<String, WorldMemory.Spent> known = spending.toMemory(before.tree());
    fill(held, waiting);
    spending = Spending.of(policy.order(), usage, known, latestAdmission());
  }

  private Instant latestAdmission() {
    Instant latest = Instant.EPOCH;
    for (Holding holding : holdings.values()) {
      Instant at = holding.held.admittedAt();
      latest = at.isAfter(latest) ? at : latest;
    }
    return latest;
  }

  private void queue(Workload workload) {
    if (Holding.find(holdings, workload.id()) != null) {
      return;
    }
    unqueue(workload.id());
    Waiter waiter = Waiter.of(workload, shapeOf(workload));
    waiters = waiters.with(waiter, Waiter.BY_HASH);
    int project = waiter.project();
    if (project >= 0) {
      SortedTree<ShapeQueue> all = queues.get(project);
      ShapeQueue empty = new ShapeQueue(waiter.shape(), SortedTree.empty());
      ShapeQueue known = ShapeQueue.find(all, waiter.shape().key);
      ShapeQueue longer = (known == null ? empty : known).with(waiter);
      queues.set(project, all.with(longer, ShapeQueue.BY_KEY));
    }
  }

  private @Nullable Waiter unqueue(JobId job) {
    Waiter waiter = Waiter.find(waiters, job);
    if (waiter == null) {
      return null;
    }
    waiters = waiters.without(waiter, Waiter.BY_HASH);
    claims = Remembered.without(claims, job);
    int project = waiter.project();
    if (project >= 0) {
      SortedTree<ShapeQueue> all = queues.get(project);
      ShapeQueue known = ShapeQueue.find(all, waiter.shape().key);
      if (known != null) {
        ShapeQueue shorter = known.without(waiter);
        queues.set(
            project,
            shorter.waiters().isEmpty()
                ? all.without(known, ShapeQueue.BY_KEY)
                : all.with(shorter, ShapeQueue.BY_KEY));
      }
    }
    return waiter;
  }

  private void admit(JobId job, List<PodSetAssignment> assignments, Instant at) {
    Waiter waiter = unqueue(job);
    if (waiter == null) {
      return;
    }
    Holding holding =
        new Holding(catalog, new HeldWorkload(waiter.workload(), assignments, at, false, null));
    occupy(holding);
    put(holding);
    spendingChanged(holding, at);
  }

  private void spendingChanged(Holding holding, Instant at) {
    if (holding.project >= 0) {
      spending.changed(holding.project, usage, at);
    }
  }

  private void evict(JobId job, @Nullable JobId claimant, Instant at) {
    Holding old = Holding.find(holdings, job);
    if (old != null) {
      if (claimant != null && !old.evicting()) {
        Integer before = Remembered.find(evictions, job);
        int count =
            new EvictionGuard(policy.evictions()).countAfter(before == null ? 0 : before, old, at);
        evictions =
            count == 0
                ? Remembered.without(evictions, job)
                : Remembered.with(evictions, job, count);
      }
      claim(claimant, at);
      HeldWorkload held = old.held;
      Holding changed =
          old.with(
              new HeldWorkload(
                  held.workload(), held.assignments(), held.admittedAt(), true, claimant));
      put(changed);
    }
  }

  private void checkpoint(JobId job, Instant at) {
    Holding old = Holding.find(holdings, job);
    if (old != null) {
      HeldWorkload held = old.held;
      Workload workload = held.workload();
      Workload.Checkpoint known = workload.checkpoint();
      long every = known == null ? 0 : known.everyMillis();
      Workload changed = workload.withCheckpoint(new Workload.Checkpoint(every, at));
      put(
          old.with(
              new HeldWorkload(
                  changed,
                  held.assignments(),
                  held.admittedAt(),
                  held.evicting(),
                  held.claimant())));
    }
  }

  private void claim(@Nullable JobId claimant, Instant at) {
    if (claimant != null && Waiter.find(waiters, claimant) != null) {
      claims = Remembered.with(claims, claimant, at);
    }
  }

  private void release(JobId job, Instant at) {
    Holding old = Holding.find(holdings, job);
    if (old == null) {
      return;
    }
    holdings = holdings.without(old, Holding.BY_HASH);
    evicting = evicting.without(old, Holding.BY_HASH);
    if (old.project >= 0) {
      heldByProject.set(old.project, heldByProject.get(old.project).without(old, Holding.BY_HASH));
    }
    for (int node : old.nodes) {
      onNode.set(node, onNode.get(node).stream().filter(it -> !it.id.equals(job)).toList());
    }
    old.removeFrom(usage);
    change(old, 1);
    spendingChanged(old, at);
    claim(old.held.claimant(), at);
    if (old.held.claimant() == null) {
      evictions = Remembered.without(evictions, job);
    }
  }

  private void put(Holding holding) {
    holdings = holdings.with(holding, Holding.BY_HASH);
    if (holding.evicting()) {
      evicting = evicting.with(holding, Holding.BY_HASH);
    }
    if (holding.project >= 0) {
      heldByProject.set(
          holding.project, heldByProject.get(holding.project).with(holding, Holding.BY_HASH));
    }
    for (int node : holding.nodes) {
      List<Holding> there = new ArrayList<>(onNode.get(node));
      there.removeIf(it -> it.id.equals(holding.id));
      there.add(holding);
      onNode.set(node, List.copyOf(there));
    }
  }

  private void occupy(Holding holding) {
    holding.addTo(usage);
    change(holding, -1);
  }

  private void forget(int node) {
    if (byState != null) {
      byState.forget(node);
    }
  }

  private void change(Holding holding, int sign) {
    int columns = catalog.nodes().resources().size();
    for (int i = 0; i < holding.nodes.length; i++) {
      forget(holding.nodes[i]);
      for (int column = 0; column < columns; column++) {
        free[holding.nodes[i] * columns + column] += sign * holding.amounts[i][column];
      }
    }
    int gpus = catalog.nodes().column(Resources.GPU);
    for (Devices.Share share : holding.shares) {
      boolean turned = sign < 0 ? devices.take(share) : devices.give(share);
      free[share.node() * columns + gpus] += turned ? sign : 0;
    }
  }
}
