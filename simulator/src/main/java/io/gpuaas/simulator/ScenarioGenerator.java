package io.gpuaas.simulator;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes small random worlds: equal seeds give equal scenarios, on every machine. For fuzzing and
/// for tests that need a believable trace without anybody's data.
///
/// A world has up to 3 flavors, 12 nodes in 2 clusters with blocks and racks, 4 cohorts in a tree,
/// 5 projects, 16 jobs and 5 events.
public final class ScenarioGenerator {
  private static final List<String> LEVELS = List.of("block", "rack", "kubernetes.io/hostname");
  private final SplittableRandom random;
  private final String name;

  private ScenarioGenerator(long seed) {
    random = new SplittableRandom(seed);
    name = "seed-" + seed;
  }

  /// The scenario of `seed`.
  public static Scenario scenario(long seed) {
    return new ScenarioGenerator(seed).next();
  }

  private Scenario next() {
    int flavorCount = 1 + random.nextInt(3);
    List<Flavor> flavors = flavors(flavorCount);
    List<Node> nodes = random.nextInt(4) == 0 ? List.of() : nodes(flavorCount);
    List<Cohort> cohorts = cohorts(flavorCount);
    List<Project> projects = projects(flavorCount, cohorts);
    QuotaConfig config =
        new QuotaConfig(1, List.of(new Topology("fabric", LEVELS)), flavors, cohorts, projects);
    List<Scenario.Job> jobs = jobs(flavors, projects, !nodes.isEmpty());
    return new Scenario(
        name,
        Instant.EPOCH,
        policy(),
        0,
        config,
        !nodes.isEmpty(),
        nodes,
        jobs,
        events(projects, jobs, nodes),
        Instant.EPOCH.plus(Duration.ofHours(6)),
        pick(List.of(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30), Duration.ofMinutes(5))),
        null,
        WorldMemory.NONE,
        ExpectedMix.NONE);
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private SchedulingPolicy policy() {
    SchedulingPolicy base = SchedulingPolicy.DEFAULT;
    return new SchedulingPolicy(
        random.nextBoolean(),
        base.preemptionStrategies(),
        placement(),
        oneIn(4) ? 1 : 0,
        random.nextBoolean(),
        new EvictionRules(
            pick(List.of(0L, 0L, 300_000L)),
            pick(List.of(0L, 0L, 60_000L)),
            pick(List.of(1_800_000L, 60_000L)),
            1),
        oneIn(3) ? new QueueOrder(3_600_000, 1000, 500) : QueueOrder.BY_PRIORITY);
  }

  private PlacementStrategy placement() {
    if (oneIn(4)) {
      return PlacementStrategy.SPREAD;
    }
    return oneIn(10) ? PlacementStrategy.LEAST_FRAGMENTATION : PlacementStrategy.PACK;
  }

  private static String flavor(int number) {
    return "f" + number;
  }

  private List<Flavor> flavors(int count) {
    List<Flavor> flavors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SortedMap<String, String> labels = new TreeMap<>();
      labels.put("model", flavor(i));
      PlacementStrategy own = oneIn(10) ? pick(List.of(PlacementStrategy.values())) : null;
      flavors.add(new Flavor(flavor(i), labels, List.of(), List.of(), "fabric", own));
    }
    return flavors;
  }

  private List<Node> nodes(int flavorCount) {
    List<Node> nodes = new ArrayList<>();
    int count = 2 + random.nextInt(11);
    boolean twoClusters = oneIn(4);
    for (int i = 0; i < count; i++) {
      SortedMap<String, String> labels = new TreeMap<>();
      labels.put("model", flavor(random.nextInt(flavorCount)));
      labels.put("block", "b" + random.nextInt(2));
      labels.put("rack", "r" + random.nextInt(3));
      labels.put("kubernetes.io/hostname", "n" + i);
      if (oneIn(3)) {
        labels.put(Node.NUMA_NODES, "2");
      }
      TreeMap<String, Long> capacity = new TreeMap<>();
      capacity.put(Resources.GPU, (long) pick(List.of(4, 8, 8)));
      capacity.put(Resources.CPU, 1000L * pick(List.of(16, 32, 64)));
      capacity.put(Resources.PODS, (long) pick(List.of(6, 110)));
      nodes.add(
          new Node(
              new NodeRef(twoClusters && i % 2 == 1 ? "west" : "default", "n" + i),
              labels,
              new ResourceAmounts(capacity),
              80L << 30,
              "H100-80GB",
              oneIn(2),
              List.of(),
              !oneIn(12),
              !oneIn(12)));
    }
    return nodes;
  }

  private List<Cohort> cohorts(int flavorCount) {
    List<Cohort> cohorts = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String parent = i == 0 || oneIn(3) ? null : "c" + random.nextInt(i);
      List<Quota> quotas = oneIn(3) ? quotas(flavorCount, parent != null) : List.of();
      cohorts.add(new Cohort("c" + i, parent, weight(), quotas));
    }
    return cohorts;
  }

  private long weight() {
    return pick(List.of(1000L, 1000L, 1000L, 2000L, 500L, 0L));
  }

  private List<Quota> quotas(int flavorCount, boolean limited) {
    List<Quota> quotas = new ArrayList<>();
    for (int i = 0; i < flavorCount; i++) {
      quotas.add(
          new Quota(
              new FlavorResource(flavor(i), Resources.GPU),
              random.nextInt(25),
              limited ? limit() : null,
              limited ? limit() : null));
    }
    return quotas;
  }

  private @Nullable Long limit() {
    return oneIn(3) ? (Long) (long) random.nextInt(12) : null;
  }

  private List<Project> projects(int flavorCount, List<Cohort> cohorts) {
    List<Project> projects = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String cohort = cohorts.isEmpty() || oneIn(6) ? null : pick(cohorts).name();
      List<String> order = new ArrayList<>();
      for (int f = 0; f < flavorCount; f++) {
        order.add(random.nextInt(order.size() + 1), flavor(f));
      }
      projects.add(
          new Project(
              "p" + i,
              cohort,
              weight(),
              oneIn(3)
                  ? Project.QueueingStrategy.STRICT_FIFO
                  : Project.QueueingStrategy.BEST_EFFORT_FIFO,
              oneIn(20) ? Project.StopPolicy.HOLD : Project.StopPolicy.NONE,
              List.of(new ResourceGroup(List.of(Resources.GPU), order)),
              quotas(flavorCount, cohort != null),
              preemption(),
              fungibility()));
    }
    return projects;
  }

  private PreemptionPolicy preemption() {
    return new PreemptionPolicy(
        pick(List.of(PreemptionPolicy.WithinProject.values())),
        pick(List.of(PreemptionPolicy.Reclaim.values())),
        pick(List.of(PreemptionPolicy.Borrow.values())),
        oneIn(3) ? (Integer) 10 : null);
  }

  private FlavorFungibility fungibility() {
    FlavorFungibility.Search borrow = pick(List.of(FlavorFungibility.Search.values()));
    FlavorFungibility.Search preempt = pick(List.of(FlavorFungibility.Search.values()));
    boolean free =
        borrow == FlavorFungibility.Search.TRY_NEXT_FLAVOR
            && preempt == FlavorFungibility.Search.TRY_NEXT_FLAVOR;
    return new FlavorFungibility(
        borrow,
        preempt,
        free
            ? pick(List.of(FlavorFungibility.Preference.values()))
            : FlavorFungibility.Preference.BORROWING_OVER_PREEMPTION);
  }

  private List<Scenario.Job> jobs(List<Flavor> flavors, List<Project> projects, boolean placed) {
    List<Scenario.Job> jobs = new ArrayList<>();
    int count = 1 + random.nextInt(16);
    for (int i = 0; i < count; i++) {
      Instant submitAt = Instant.EPOCH.plusSeconds(60L * random.nextInt(20));
      Workload workload =
          new Workload(
              new JobId("j%02d".formatted(i)),
              pick(projects).name(),
              pick(List.of(0, 0, 10, 100)),
              submitAt,
              podSets(placed),
              !oneIn(8),
              oneIn(4),
              0,
              oneIn(3) ? new Workload.Checkpoint(600_000, null) : null,
              ownPlacement(),
              submitAt,
              oneIn(5) ? List.of(pick(flavors).name()) : List.of());
      Duration duration = oneIn(4) ? null : Duration.ofMinutes(1 + random.nextInt(60));
      jobs.add(new Scenario.Job(workload, duration, null));
    }
    return jobs;
  }

  private @Nullable PlacementStrategy ownPlacement() {
    return oneIn(6) ? pick(List.of(PlacementStrategy.values())) : null;
  }

  private List<PodSet> podSets(boolean placed) {
    List<PodSet> podSets = new ArrayList<>();
    int sets = oneIn(5) ? 2 : 1;
    for (int i = 0; i < sets; i++) {
      int count = 1 + random.nextInt(6);
      TreeMap<String, Long> requests = new TreeMap<>();
      DeviceShare device = placed ? device() : DeviceShare.WHOLE;
      if (device.isWhole()) {
        requests.put(Resources.GPU, (long) pick(List.of(1, 1, 2, 4, 8)));
      }
      if (placed && oneIn(3)) {
        requests.put(Resources.CPU, 1000L * pick(List.of(1, 4, 8)));
      }
      podSets.add(
          new PodSet(
              "s" + i,
              count,
              oneIn(6) ? 1 + random.nextInt(count) : count,
              new ResourceAmounts(requests),
              device,
              Collections.emptySortedMap(),
              List.of(),
              List.of(),
              placed ? topology(count) : null,
              "",
              placed && device.isWhole() ? numa() : NumaWish.NONE));
    }
    return podSets;
  }

  private NumaWish numa() {
    return oneIn(6) ? pick(List.of(NumaWish.values())) : NumaWish.NONE;
  }

  private DeviceShare device() {
    return switch (random.nextInt(24)) {
      case 0 -> new DeviceShare(pick(List.of(250, 500, 700)), 0, "");
      case 1 -> new DeviceShare(0, pick(List.of(10L << 30, 27L << 30, 41L << 30)), "");
      case 2, 3 ->
          new DeviceShare(
              0,
              0,
              pick(List.of("1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb")));
      default -> DeviceShare.WHOLE;
    };
  }

  private @Nullable TopologyRequest topology(int count) {
    List<TopologyRequest.Slice> slices =
        count % 2 == 0 && oneIn(4)
            ? List.of(new TopologyRequest.Slice("kubernetes.io/hostname", 2))
            : List.of();
    return switch (random.nextInt(7)) {
      case 4 -> new TopologyRequest(TopologyRequest.Mode.BALANCED, "rack", slices, patience());
      case 0 -> new TopologyRequest(TopologyRequest.Mode.REQUIRED, "rack", slices);
      case 1 -> new TopologyRequest(TopologyRequest.Mode.REQUIRED, "block", slices);
      case 2 ->
          new TopologyRequest(TopologyRequest.Mode.PREFERRED, pick(LEVELS), slices, patience());
      case 3 -> new TopologyRequest(TopologyRequest.Mode.UNCONSTRAINED, "", slices);
      default -> null;
    };
  }

  private long patience() {
    return oneIn(2) ? 0 : 60_000L * (1 + random.nextInt(30));
  }

  private List<Scenario.Event> events(
      List<Project> projects, List<Scenario.Job> jobs, List<Node> nodes) {
    List<Scenario.Event> events = new ArrayList<>();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      Instant at = Instant.EPOCH.plusSeconds(60L * random.nextInt(90));
      Project project = pick(projects);
      Scenario.Event event =
          switch (random.nextInt(5)) {
            case 0, 1 -> setQuota(at, project);
            case 2 -> new Scenario.Event.Cancel(at, pick(jobs).id());
            case 3 ->
                new Scenario.Event.Stop(
                    at, project.name(), pick(List.of(Project.StopPolicy.values())));
            default -> nodes.isEmpty() ? setQuota(at, project) : node(at, pick(nodes).ref());
          };
      events.add(event);
    }
    return events;
  }

  private Scenario.Event setQuota(Instant at, Project project) {
    return new Scenario.Event.SetQuota(
        at,
        Scenario.Owner.PROJECT,
        project.name(),
        pick(project.quotas()).cell(),
        (long) random.nextInt(25),
        new Scenario.Limit.Kept(),
        new Scenario.Limit.Kept(),
        oneIn(4) ? at.plusSeconds(60L * random.nextInt(30)) : null);
  }

  private Scenario.Event node(Instant at, NodeRef node) {
    return random.nextBoolean()
        ? new Scenario.Event.NodeChanged(at, node, random.nextBoolean(), null)
        : new Scenario.Event.NodeChanged(at, node, null, random.nextBoolean());
  }
}
