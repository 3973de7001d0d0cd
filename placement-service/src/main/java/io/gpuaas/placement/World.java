package io.gpuaas.placement;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.internal.engine.NodeTable;
import io.gpuaas.placement.internal.engine.WorldIndex;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/// All that a cycle decides on, at one moment: configuration, nodes, jobs that hold room and jobs
/// that wait. Immutable; [#with] shares what does not change, so that a change is cheap.
///
/// Usage is derived from what is held, it is not kept beside it. Never throws on data: what names
/// an unknown project, flavor or node counts as nothing, and a job that can never run is rejected
/// by the cycle with its reasons.
///
/// The order of `nodes` is part of the input: of equally full nodes, the earlier is filled first.
public final class World {
  private final WorldIndex index;

  private World(WorldIndex index) {
    this.index = index;
  }

  /// Without nodes, quota alone decides.
  public static World of(
      QuotaConfig config,
      SchedulingPolicy policy,
      List<Node> nodes,
      List<HeldWorkload> held,
      List<Workload> waiting) {
    return of(config, policy, nodes, held, waiting, WorldMemory.NONE);
  }

  /// The same with what is remembered of the past.
  public static World of(
      QuotaConfig config,
      SchedulingPolicy policy,
      List<Node> nodes,
      List<HeldWorkload> held,
      List<Workload> waiting,
      WorldMemory memory) {
    return new World(WorldIndex.of(config, policy, NodeTable.of(nodes), held, waiting, memory));
  }

  /// The same of a site whose nodes are known: where there are none, nothing fits.
  public static World ofSite(
      QuotaConfig config,
      SchedulingPolicy policy,
      List<Node> nodes,
      List<HeldWorkload> held,
      List<Workload> waiting,
      WorldMemory memory) {
    return new World(WorldIndex.of(config, policy, NodeTable.ofAll(nodes), held, waiting, memory));
  }

  public WorldMemory memory() {
    return index.memory();
  }

  /// The world after the changes, in order. A change that does not fit it (an unknown job, a job
  /// that holds already) changes nothing.
  public World with(List<WorldChange> changes) {
    return changes.isEmpty() ? this : new World(index.with(changes));
  }

  WorldIndex index() {
    return index;
  }

  public QuotaConfig config() {
    return index.config();
  }

  public SchedulingPolicy policy() {
    return index.policy();
  }

  /// What kinds of pods are expected; nothing where no placement asks for it.
  public ExpectedMix mix() {
    return index.mix();
  }

  /// In the order they were given.
  public List<Node> nodes() {
    return index.nodes().nodes();
  }

  public Optional<Node> node(NodeRef ref) {
    int number = index.nodes().number(ref);
    return number < 0 ? Optional.empty() : Optional.of(index.nodes().node(number));
  }

  public QuotaTree quotaTree() {
    return index.tree();
  }

  /// What projects and cohorts use; jobs that are being evicted count until they are released.
  public QuotaUsage usage() {
    return index.usage();
  }

  public boolean isWaiting(JobId job) {
    return index.isWaiting(job);
  }

  public int waitingCount() {
    return index.waitingCount();
  }

  /// The project's waiting jobs in queue order: priority, then time, then id.
  public List<Workload> waiting(String project) {
    return index.waiting(project);
  }

  /// All waiting jobs, in id order.
  public List<Workload> waiting() {
    return index.waiting();
  }

  /// What the project's waiting jobs ask for of a cell, by pods that its flavor takes; a pod that
  /// several flavors take counts at each, shares of GPUs count up to whole ones.
  public long asked(String project, FlavorResource cell) {
    return index.asked(project, cell);
  }

  /// The flavors that take all of these pods, as far as labels, taints and topology say.
  public SortedSet<String> takers(List<PodSet> podSets) {
    return index.takers(podSets);
  }

  public Optional<HeldWorkload> held(JobId job) {
    return Optional.ofNullable(index.held(job));
  }

  public int heldCount() {
    return index.heldCount();
  }

  /// The project's jobs that hold room, in id order.
  public List<HeldWorkload> held(String project) {
    return index.held(project);
  }

  /// All jobs that hold room, in id order.
  public List<HeldWorkload> held() {
    return index.held();
  }

  /// Jobs that hold room on the node; none for an unknown node.
  public List<HeldWorkload> heldOn(NodeRef ref) {
    int number = index.nodes().number(ref);
    return number < 0 ? List.of() : index.heldOn(number);
  }

  /// What is free on the node, 0 where more is held than it has; nothing for an unknown node. Says
  /// nothing about readiness.
  public ResourceAmounts free(NodeRef ref) {
    NodeTable nodes = index.nodes();
    int number = nodes.number(ref);
    TreeMap<String, Long> result = new TreeMap<>();
    for (int i = 0; number >= 0 && i < nodes.resources().size(); i++) {
      result.put(nodes.resources().get(i), Math.max(0, index.free(number, i)));
    }
    return new ResourceAmounts(result);
  }

  /// Whole free GPUs of the node; 0 for an unknown node.
  public long freeGpus(NodeRef ref) {
    NodeTable nodes = index.nodes();
    int number = nodes.number(ref);
    return number < 0
        ? 0
        : Math.max(0, index.free(number, nodes.column(io.gpuaas.core.Resources.GPU)));
  }
}
