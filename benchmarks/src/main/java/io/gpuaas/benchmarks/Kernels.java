package io.gpuaas.benchmarks;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The engine's innermost work, for JMH. Each is a decision by [AdmissionCycle] on a world in which
/// hardly anything else is to be done, but for the available quota, which is asked for itself.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class Kernels {
  private static final int PROJECTS = 1000;

  /// A thousand projects under five levels of cohorts, half of their quota used.
  @State(Scope.Benchmark)
  public static class UsedQuota {
    private final QuotaUsage usage = usage();
    private final int cell = usage.tree().cell(WorldBuilder.FLAVOR, Resources.GPU);

    private static QuotaUsage usage() {
      WorldBuilder builder = new WorldBuilder();
      String parent = null;
      for (int level = 0; level < 5; level++) {
        builder.cohort("c" + level, parent);
        parent = "c" + level;
      }
      for (int p = 0; p < PROJECTS; p++) {
        builder.project("p%04d".formatted(p), "c4", Resources.GPU, 8);
      }
      QuotaUsage usage = QuotaUsage.none(QuotaTree.of(builder.build().config()));
      for (int p = 0; p < PROJECTS; p++) {
        int project = usage.tree().project("p%04d".formatted(p));
        usage.add(project, usage.tree().cell(WorldBuilder.FLAVOR, Resources.GPU), 4);
      }
      return usage;
    }
  }

  /// What each of the projects may still use.
  @Benchmark
  @OperationsPerInvocation(PROJECTS)
  public long availableQuota(UsedQuota given) {
    long sum = 0;
    for (int project = 0; project < PROJECTS; project++) {
      sum += given.usage.available(project, given.cell);
    }
    return sum;
  }

  /// One waiting job, and all that is needed to decide on it.
  private static final class Decision {
    private final AdmissionCycle cycle = new AdmissionCycle();
    private final World world;

    Decision(World world) {
      this.world = world;
    }

    CyclePlan plan() {
      return cycle.plan(world, WorldBuilder.NOW);
    }
  }

  /// Eight flavors in two resource groups; the first seven have too little quota.
  @State(Scope.Benchmark)
  public static class Flavors {
    private static final int COUNT = 8;
    private final Decision decision = new Decision(world());

    private static World world() {
      List<Flavor> flavors = new ArrayList<>();
      List<Quota> quotas = new ArrayList<>();
      List<List<String>> names = List.of(new ArrayList<>(), new ArrayList<>());
      List<List<String>> resources =
          List.of(List.of(Resources.CPU, Resources.MEMORY), List.of(Resources.GPU));
      for (int group = 0; group < 2; group++) {
        for (int i = 0; i < COUNT; i++) {
          String name = "g%d-f%d".formatted(group, i);
          names.get(group).add(name);
          flavors.add(new Flavor(name, new TreeMap<>(), List.of(), List.of(), null));
          for (String resource : resources.get(group)) {
            long nominal = i < COUNT - 1 ? 1 : 1_000_000;
            quotas.add(new Quota(new FlavorResource(name, resource), nominal, null, null));
          }
        }
      }
      Project project =
          new Project(
              "p",
              "all",
              1000,
              Project.QueueingStrategy.BEST_EFFORT_FIFO,
              Project.StopPolicy.NONE,
              List.of(
                  new ResourceGroup(resources.get(0), names.get(0)),
                  new ResourceGroup(resources.get(1), names.get(1))),
              quotas,
              WorldBuilder.NO_PREEMPTION,
              FlavorFungibility.DEFAULT);
      List<Cohort> cohorts = List.of(new Cohort("all", null, 1000, List.of()));
      QuotaConfig config = new QuotaConfig(1, List.of(), flavors, cohorts, List.of(project));
      PodSet pods =
          WorldBuilder.pods(
              4, WorldBuilder.gpus(2).with(Resources.CPU, 8000).with(Resources.MEMORY, 64), null);
      List<Workload> waiting = List.of(WorldBuilder.workload("p", 0, 0, pods));
      return World.of(config, SchedulingPolicy.DEFAULT, List.of(), List.of(), waiting);
    }
  }

  /// A job of four pods, by quota alone.
  @Benchmark
  public CyclePlan flavorAssignment(Flavors given) {
    return given.decision.plan();
  }

  /// 1,000 nodes in racks and blocks, seven tenths of them full.
  @State(Scope.Benchmark)
  public static class Racks {
    private final Decision decision = new Decision(TopologyScenarios.gang(1000, 8, 64));
  }

  /// 64 pods of 8 GPUs in one block, in slices of one rack each.
  @Benchmark
  public CyclePlan topologySearch(Racks given) {
    return given.decision.plan();
  }

  /// 100 nodes full of one-GPU jobs of a project without quota.
  @State(Scope.Benchmark)
  public static class Borrowers {
    private final Decision decision = new Decision(ReclaimWorlds.world(100, false));
  }

  /// The owner of the quota wants 10 whole nodes back.
  @Benchmark
  public CyclePlan victimSearch(Borrowers given) {
    return given.decision.plan();
  }

  /// 1,000 nodes, two thirds full of pods of ten kinds that were placed one by one; one more of
  /// each kind.
  @State(Scope.Benchmark)
  public static class Mixed {
    private static final int NODES = 1000;
    private final List<Decision> decisions = decisions();
    private int turn;

    private static List<PodSet> kinds() {
      List<PodSet> kinds = new ArrayList<>();
      for (int share : new int[] {160, 230, 320, 470, 650, 810}) {
        kinds.add(pod(WorldBuilder.cpus(2 + share / 100), new DeviceShare(share, 0, "")));
      }
      for (int gpus : new int[] {1, 2, 8}) {
        kinds.add(pod(WorldBuilder.cpus(9L * gpus).with(Resources.GPU, gpus), DeviceShare.WHOLE));
      }
      kinds.add(pod(WorldBuilder.cpus(16), DeviceShare.WHOLE));
      return kinds;
    }

    private static PodSet pod(io.gpuaas.core.ResourceAmounts requests, DeviceShare share) {
      return new PodSet(
          "main", 1, 1, requests, share, new TreeMap<>(), List.of(), List.of(), null, "");
    }

    private static List<Decision> decisions() {
      WorldBuilder builder =
          new WorldBuilder()
              .placement(PlacementStrategy.LEAST_FRAGMENTATION)
              .project("p", "all", Resources.GPU, 8L * NODES);
      for (int i = 0; i < NODES; i++) {
        builder.node(
            "n%04d".formatted(i),
            new TreeMap<>(),
            WorldBuilder.gpus(8).plus(WorldBuilder.cpus(i % 2 == 0 ? 96 : 128)));
      }
      List<PodSet> kinds = kinds();
      List<Workload> one =
          kinds.stream().map(kind -> WorldBuilder.workload("p", 0, 0, kind)).toList();
      AdmissionCycle cycle = new AdmissionCycle();
      World world = builder.build().with(List.of(new WorldChange.MixLearnt(ExpectedMix.of(one))));
      for (int i = 1; i <= 3 * NODES; i++) {
        Workload next = WorldBuilder.workload("p", i, 0, kinds.get(i * 7 % kinds.size()));
        world = world.with(List.of(new WorldChange.Queued(next)));
        world = world.with(Steps.admissions(cycle.plan(world, WorldBuilder.NOW), WorldBuilder.NOW));
      }
      World filled = world;
      return one.stream()
          .map(job -> new Decision(filled.with(List.of(new WorldChange.Queued(job)))))
          .toList();
    }
  }

  /// One pod, the kinds in turn; the world has seen its states before.
  @Benchmark
  public CyclePlan leastFragmentation(Mixed given) {
    given.turn = (given.turn + 1) % given.decisions.size();
    return given.decisions.get(given.turn).plan();
  }
}
