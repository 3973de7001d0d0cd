package io.gpuaas.benchmarks;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.World;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/// `bench explain`: why each of 100,000 jobs waits.
final class ExplainBench implements Bench {
  private static final int PROJECTS = 200;

  @Override
  public String name() {
    return "explain";
  }

  @Override
  public List<String> options() {
    return List.of("jobs");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "explain/100000 <= 2000 ms: the reasons of all waiting jobs",
        "explain/one <= 1 ms: the reasons of one of them");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    int jobs = (int) options.number("jobs", 100_000);
    World world = world(jobs);
    AdmissionCycle cycle = new AdmissionCycle();
    var all = Stopwatch.time(5, 8_000, () -> cycle.explainAll(world, WorldBuilder.NOW));
    long explained = all.result().values().stream().filter(it -> !it.isEmpty()).count();
    report.accept(all.lower("explain/" + jobs, 2000).expect("explained", jobs, explained));
    JobId some = all.result().keySet().stream().skip(jobs / 2).findFirst().orElseThrow();
    var one = Stopwatch.time(500, 3_000, () -> cycle.explain(world, some, WorldBuilder.NOW));
    List<WaitReason> reasons = one.result();
    report.accept(
        one.lower("explain/one", 1)
            .with("code", reasons.isEmpty() ? "" : reasons.getFirst().code()));
  }

  private static World world(int jobs) {
    WorldBuilder builder = new WorldBuilder().levels("rack", "kubernetes.io/hostname");
    int nodes = 1000;
    for (int i = 0; i < nodes; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("rack", "r%03d".formatted(i / 20));
      builder.node("n%04d".formatted(i), labels, WorldBuilder.gpus(8));
    }
    for (int p = 0; p < PROJECTS; p++) {
      builder.project("p%03d".formatted(p), "all", "nvidia.com/gpu", 8L * nodes / PROJECTS);
    }
    PodSet whole = WorldBuilder.pods(1, WorldBuilder.gpus(8), null);
    for (int i = 0; i < nodes; i++) {
      builder.holds(WorldBuilder.workload("p%03d".formatted(i % PROJECTS), i, 0, whole), i);
    }
    for (int i = 0; i < jobs; i++) {
      PodSet podSet = WorldBuilder.pods(1 << i % 6, WorldBuilder.gpus(1 << i % 4), null);
      builder.waits(WorldBuilder.workload("p%03d".formatted(i % PROJECTS), 10_000 + i, 0, podSet));
    }
    return builder.build();
  }
}
