package io.gpuaas.benchmarks;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Builds large regular worlds of one flavor, `pool`.
final class WorldBuilder {
  static final String FLAVOR = "pool";
  static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
  static final PreemptionPolicy NO_PREEMPTION =
      new PreemptionPolicy(
          PreemptionPolicy.WithinProject.NEVER,
          PreemptionPolicy.Reclaim.NEVER,
          PreemptionPolicy.Borrow.NEVER,
          null);

  final List<Node> nodes = new ArrayList<>();
  final List<HeldWorkload> held = new ArrayList<>();
  final List<Workload> waiting = new ArrayList<>();
  private final List<Project> projects = new ArrayList<>();
  private final List<Cohort> cohorts = new ArrayList<>();
  private final SortedSet<String> cohortNames = new TreeSet<>();
  private List<String> levels = List.of();
  private SchedulingPolicy policy = SchedulingPolicy.DEFAULT;

  WorldBuilder levels(String... keys) {
    levels = List.of(keys);
    return this;
  }

  /// One head per project and cycle, as Kueue does.
  WorldBuilder heads() {
    policy =
        new SchedulingPolicy(
            policy.fairSharing(), policy.preemptionStrategies(), policy.placement(), 1, false);
    return this;
  }

  /// Victims without regard to lost work.
  WorldBuilder classical() {
    policy =
        new SchedulingPolicy(
            policy.fairSharing(),
            policy.preemptionStrategies(),
            policy.placement(),
            policy.headsPerProject(),
            false);
    return this;
  }

  WorldBuilder placement(PlacementStrategy placement) {
    policy =
        new SchedulingPolicy(
            policy.fairSharing(),
            policy.preemptionStrategies(),
            placement,
            policy.headsPerProject(),
            policy.checkpointAwareVictims());
    return this;
  }

  WorldBuilder node(String name, SortedMap<String, String> labels, ResourceAmounts capacity) {
    labels.putIfAbsent("kubernetes.io/hostname", name);
    nodes.add(
        new Node(
            new NodeRef("default", name), labels, capacity, 0, "", false, List.of(), true, true));
    return this;
  }

  /// @param parent null for a root
  WorldBuilder cohort(String name, @Nullable String parent) {
    if (cohortNames.add(name)) {
      cohorts.add(new Cohort(name, parent, 1000, List.of()));
    }
    return this;
  }

  WorldBuilder project(String name, String cohort, String resource, long nominal) {
    return project(name, cohort, List.of(resource), nominal, null, PreemptionPolicy.DEFAULT);
  }

  /// @param nominal of each of the resources
  WorldBuilder project(
      String name,
      String cohort,
      List<String> resources,
      long nominal,
      @Nullable Long borrowing,
      PreemptionPolicy preemption) {
    cohort(cohort, null);
    List<Quota> quotas =
        resources.stream()
            .map(r -> new Quota(new FlavorResource(FLAVOR, r), nominal, borrowing, null))
            .toList();
    projects.add(
        new Project(
            name,
            cohort,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(resources, List.of(FLAVOR))),
            quotas,
            preemption,
            FlavorFungibility.DEFAULT));
    return this;
  }

  static ResourceAmounts gpus(long gpus) {
    return ResourceAmounts.of(Resources.GPU, gpus);
  }

  static ResourceAmounts cpus(long cpus) {
    return ResourceAmounts.of(Resources.CPU, cpus * 1000);
  }

  /// @param rank orders jobs of equal priority and is part of the id
  static Workload workload(String project, int rank, int priority, PodSet podSet) {
    return new Workload(
        new JobId("%s-%07d".formatted(project, rank)),
        project,
        priority,
        NOW.minusSeconds(86_400).plusMillis(rank),
        List.of(podSet),
        true,
        false,
        0,
        null);
  }

  static PodSet pods(int count, ResourceAmounts each, @Nullable TopologyRequest topology) {
    return PodSet.of("main", count, each).withTopology(topology);
  }

  WorldBuilder waits(Workload workload) {
    waiting.add(workload);
    return this;
  }

  /// Holds `shares`, pods by node; nothing but quota when there are none.
  WorldBuilder holds(Workload workload, SortedMap<Integer, Integer> shares, Instant since) {
    PodSet podSet = workload.podSets().getFirst();
    TreeMap<String, String> flavors = new TreeMap<>();
    podSet.requests().byName().keySet().forEach(resource -> flavors.put(resource, FLAVOR));
    List<PodSetAssignment.NodeShare> onNodes = new ArrayList<>();
    shares.forEach(
        (node, count) -> onNodes.add(new PodSetAssignment.NodeShare(nodes.get(node).ref(), count)));
    PodSetAssignment assignment =
        new PodSetAssignment(podSet.name(), podSet.count(), flavors, onNodes);
    held.add(new HeldWorkload(workload, List.of(assignment), since, false, null));
    return this;
  }

  WorldBuilder holds(Workload workload, int node) {
    TreeMap<Integer, Integer> one = new TreeMap<>();
    one.put(node, workload.podSets().getFirst().count());
    return holds(workload, one, workload.queuedAt());
  }

  World build() {
    List<Topology> topologies =
        levels.isEmpty() ? List.of() : List.of(new Topology("fabric", levels));
    Flavor flavor =
        new Flavor(
            FLAVOR, new TreeMap<>(), List.of(), List.of(), levels.isEmpty() ? null : "fabric");
    projects.sort(Comparator.comparing(Project::name));
    cohorts.sort(Comparator.comparing(Cohort::name));
    QuotaConfig config = new QuotaConfig(1, topologies, List.of(flavor), cohorts, projects);
    return World.of(config, policy, nodes, held, waiting);
  }
}
