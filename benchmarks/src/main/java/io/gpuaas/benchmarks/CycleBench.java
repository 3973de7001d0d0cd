package io.gpuaas.benchmarks;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/// `bench cycle`: a busy cluster of 4,000 nodes and 140,000 pods; 200 things have changed since the
/// last cycle.
final class CycleBench implements Bench {
  private static final int PROJECTS = 200;
  private static final List<Integer> GANGS = List.of(1, 2, 4, 8, 16, 32, 64);

  @Override
  public String name() {
    return "cycle";
  }

  @Override
  public List<String> options() {
    return List.of("nodes");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "cycle/4000 <= 50 ms: 140,000 pods, 5,000 waiting gangs, 200 changes",
        "cycle/4000/build <= 1000 ms: first full build with its first cycle");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    int nodes = (int) options.number("nodes", 4000);
    WorldBuilder builder = builder(nodes);
    AdmissionCycle cycle = new AdmissionCycle();
    var building = Stopwatch.time(1, 0, builder::build);
    World world = building.result();
    var planning = Stopwatch.time(1, 0, () -> cycle.plan(world, WorldBuilder.NOW));
    CyclePlan first = planning.result();
    double build = building.firstMillis() + planning.firstMillis();
    long pods =
        builder.held.stream().mapToLong(held -> held.workload().podSets().getFirst().count()).sum();
    report.accept(
        Measurement.lower("cycle/" + nodes + "/build", build, "ms", 1000)
            .with("cpuMs", building.cpuMillis() + planning.cpuMillis())
            .with("pods", pods)
            .with("steps", first.steps().size()));
    List<Double> millis = new ArrayList<>();
    List<Double> cpuMillis = new ArrayList<>();
    World before = world.with(Steps.admissions(first, WorldBuilder.NOW));
    long admitted = 0;
    for (int round = 0; round < 25; round++) {
      List<WorldChange> changes = changes(builder, round);
      World stale = before;
      var updating = Stopwatch.time(1, 0, () -> stale.with(changes));
      World after = updating.result();
      var deciding = Stopwatch.time(1, 0, () -> cycle.plan(after, WorldBuilder.NOW));
      CyclePlan plan = deciding.result();
      millis.add(updating.firstMillis() + deciding.firstMillis());
      cpuMillis.add(updating.cpuMillis() + deciding.cpuMillis());
      admitted += Steps.admitted(plan);
      before = after.with(Steps.admissions(plan, WorldBuilder.NOW));
    }
    List<Double> sorted = millis.stream().sorted().toList();
    report.accept(
        Measurement.lower("cycle/" + nodes, sorted.get(sorted.size() / 2), "ms", 50)
            .with("cpuMs", cpuMillis.stream().sorted().toList().get(cpuMillis.size() / 2))
            .with("slowestMs", sorted.getLast())
            .with("fastestMs", sorted.getFirst())
            .with("changes", 200)
            .with("admitted", admitted)
            .expect("someAdmitted", 1, admitted > 0 ? 1 : 0));
  }

  /// 8 one-GPU jobs on each node, and pods of CPU jobs, four on four neighbouring nodes.
  private static WorldBuilder builder(int nodes) {
    WorldBuilder builder = new WorldBuilder().levels("block", "rack", "kubernetes.io/hostname");
    ResourceAmounts capacity = WorldBuilder.gpus(8).plus(WorldBuilder.cpus(128));
    for (int i = 0; i < nodes; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("block", "b%03d".formatted(i / 512));
      labels.put("rack", "r%04d".formatted(i / 32));
      builder.node("n%05d".formatted(i), labels, capacity);
    }
    for (int p = 0; p < PROJECTS; p++) {
      builder.project(
          project(p),
          "all",
          List.of("cpu", "nvidia.com/gpu"),
          128_000L * nodes / PROJECTS,
          null,
          WorldBuilder.NO_PREEMPTION);
    }
    PodSet oneGpu = WorldBuilder.pods(1, WorldBuilder.gpus(1), null);
    for (int i = 0; i < 8 * nodes; i++) {
      builder.holds(WorldBuilder.workload(project(i % PROJECTS), i, 0, oneGpu), i / 8);
    }
    PodSet fourPods = WorldBuilder.pods(4, WorldBuilder.cpus(1), null);
    for (int i = 0; i < 27 * nodes / 4; i++) {
      TreeMap<Integer, Integer> shares = new TreeMap<>();
      for (int k = 0; k < 4; k++) {
        shares.merge((i * 4 + k) % nodes, 1, Integer::sum);
      }
      var workload = WorldBuilder.workload(project(i % PROJECTS), 1_000_000 + i, 0, fourPods);
      builder.holds(workload, shares, workload.queuedAt());
    }
    for (int i = 0; i < 5000; i++) {
      builder.waits(gang(i));
    }
    return builder;
  }

  private static String project(int number) {
    return "p%03d".formatted(number);
  }

  private static io.gpuaas.core.Workload gang(int number) {
    PodSet podSet = WorldBuilder.pods(GANGS.get(number % GANGS.size()), WorldBuilder.gpus(1), null);
    return WorldBuilder.workload(project(number % PROJECTS), 2_000_000 + number, 0, podSet);
  }

  /// 100 jobs have ended, 100 gangs are new.
  private static List<WorldChange> changes(WorldBuilder builder, int round) {
    List<WorldChange> changes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int ended = (round * 100 + i) * 7 % (8 * builder.nodes.size());
      changes.add(
          new WorldChange.Released(builder.held.get(ended).workload().id(), WorldBuilder.NOW));
      changes.add(new WorldChange.Queued(gang(5000 + round * 100 + i)));
    }
    return changes;
  }
}
