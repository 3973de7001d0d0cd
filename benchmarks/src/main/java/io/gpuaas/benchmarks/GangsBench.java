package io.gpuaas.benchmarks;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/// `bench gangs`: an empty cluster with four levels is filled with gangs, then turned over.
final class GangsBench implements Bench {
  private static final int PROJECTS = 1000;

  @Override
  public String name() {
    return "gangs";
  }

  @Override
  public List<String> options() {
    return List.of("small");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "gangs/10000 >= 100,000 pods/s: 100,000 waiting gangs of 1-256 GPUs, empty until full",
        "gangs/growth <= 3: time per decision at 10,000 nodes / at 1,000 nodes",
        "gangs/10000/turnover: one cycle after 1 % of the jobs have ended");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    double small = fill(1000, 10_000, report);
    if (options.flag("small")) {
      return;
    }
    double large = fill(10_000, 100_000, report);
    report.accept(Measurement.lower("gangs/growth", large / small, "ratio", 3));
  }

  private static WorldBuilder builder(int nodes, int gangs) {
    WorldBuilder builder =
        new WorldBuilder().levels("zone", "block", "rack", "kubernetes.io/hostname");
    for (int i = 0; i < nodes; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("zone", "z" + i / 2500);
      labels.put("block", "b%03d".formatted(i / 256));
      labels.put("rack", "r%04d".formatted(i / 32));
      builder.node("n%05d".formatted(i), labels, WorldBuilder.gpus(8));
    }
    for (int p = 0; p < PROJECTS; p++) {
      builder.project(
          "p%04d".formatted(p),
          "all",
          List.of("nvidia.com/gpu"),
          8L * nodes / PROJECTS,
          null,
          WorldBuilder.NO_PREEMPTION);
    }
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < gangs; i++) {
      int gpus = 1 << random.nextInt(9);
      TopologyRequest request =
          switch (random.nextInt(4)) {
            case 0 -> TopologyRequest.required("block");
            case 1 -> TopologyRequest.preferred("rack");
            default -> null;
          };
      PodSet podSet = WorldBuilder.pods(gpus, WorldBuilder.gpus(1), request);
      builder.waits(
          WorldBuilder.workload("p%04d".formatted(random.nextInt(PROJECTS)), i, 0, podSet));
    }
    return builder;
  }

  /// Milliseconds per admitted gang.
  private static double fill(int nodes, int gangs, Consumer<Measurement> report) {
    World world = builder(nodes, gangs).build();
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(5, 8_000, () -> cycle.plan(world, WorldBuilder.NOW));
    CyclePlan plan = timed.result();
    long pods = Steps.podsAdmitted(plan);
    long jobs = Steps.admitted(plan);
    String name = "gangs/" + nodes;
    double target = nodes < 10_000 ? Double.NaN : 100_000;
    report.accept(
        Measurement.higher(name, pods / timed.warmMillis() * 1000, "pods/s", target)
            .with("firstMs", timed.firstMillis())
            .with("cpuMs", timed.cpuMillis())
            .with("ms", timed.warmMillis())
            .with("podsPerCpuSecond", pods / timed.cpuMillis() * 1000)
            .with("gangsAdmitted", jobs)
            .with("podsAdmitted", pods)
            .with("waiting", gangs)
            .expect("full", 1, pods >= 8L * nodes * 99 / 100 ? 1 : 0));
    report.accept(turnover(name, cycle, world, plan));
    return timed.warmMillis() / jobs;
  }

  private static Measurement turnover(
      String name, AdmissionCycle cycle, World world, CyclePlan plan) {
    World full = world.with(Steps.admissions(plan, WorldBuilder.NOW));
    List<JobId> running = new ArrayList<>();
    plan.steps().forEach(step -> running.add(step.job()));
    List<WorldChange> ended = new ArrayList<>();
    for (int i = 0; i < running.size(); i += 100) {
      ended.add(new WorldChange.Released(running.get(i), WorldBuilder.NOW));
    }
    var timed = Stopwatch.time(20, 4_000, () -> cycle.plan(full.with(ended), WorldBuilder.NOW));
    return Measurement.lower(name + "/turnover", timed.warmMillis(), "ms", Double.NaN)
        .with("ended", ended.size())
        .with("admitted", Steps.admitted(timed.result()));
  }
}
