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

/// An empty cluster is filled, and a full one stays as it is.
final class FillScenarios {
  private static final int NODES = 1000;

  private FillScenarios() {}

  private static WorldBuilder nodes(int count, ResourceAmounts capacity) {
    WorldBuilder builder = new WorldBuilder();
    for (int i = 0; i < count; i++) {
      builder.node("n%05d".formatted(i), new TreeMap<>(), capacity);
    }
    return builder;
  }

  /// Four queues of 2,000 GPUs in two departments of 4,000.
  private static WorldBuilder fourQueues() {
    WorldBuilder builder = nodes(NODES, WorldBuilder.gpus(8));
    builder.cohort("org", null).cohort("d0", "org").cohort("d1", "org");
    for (int i = 0; i < 4; i++) {
      builder.project("q" + i, "d" + i / 2, "nvidia.com/gpu", 2000);
    }
    return builder;
  }

  static Measurement fill(String name, int gangs, int pods, int gpus, double targetMillis) {
    WorldBuilder builder = fourQueues();
    PodSet podSet = WorldBuilder.pods(pods, WorldBuilder.gpus(gpus), null);
    for (int i = 0; i < gangs; i++) {
      builder.waits(WorldBuilder.workload("q" + i % 4, i, 0, podSet));
    }
    World world = builder.build();
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(20, 3_000, () -> cycle.plan(world, WorldBuilder.NOW));
    return timed
        .lower(name, targetMillis)
        .expect("gangsAdmitted", gangs, Steps.admitted(timed.result()))
        .expect("podsAdmitted", (long) gangs * pods, Steps.podsAdmitted(timed.result()));
  }

  static Measurement steadyFull() {
    WorldBuilder builder = fourQueues();
    PodSet podSet = WorldBuilder.pods(1, WorldBuilder.gpus(1), null);
    for (int i = 0; i < 8 * NODES; i++) {
      builder.holds(WorldBuilder.workload("q" + i % 4, i, 0, podSet), i % NODES);
    }
    for (int i = 8 * NODES; i < 10 * NODES; i++) {
      builder.waits(WorldBuilder.workload("q" + i % 4, i, 0, podSet));
    }
    World world = builder.build();
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(50, 2_000, () -> cycle.plan(world, WorldBuilder.NOW));
    return timed.lower("steady-full", 20).expect("steps", 0, timed.result().steps().size());
  }

  static Measurement steadyDeep() {
    int queues = 10;
    long started = System.nanoTime();
    WorldBuilder builder = nodes(NODES, WorldBuilder.cpus(32));
    for (int i = 0; i < queues; i++) {
      builder.project("q" + i, "all", "cpu", 3200L * 1000);
    }
    PodSet podSet = WorldBuilder.pods(1, WorldBuilder.cpus(1), null);
    for (int i = 0; i < 32 * NODES; i++) {
      builder.holds(WorldBuilder.workload("q" + i % queues, i, 0, podSet), i % NODES);
    }
    for (int i = 32 * NODES; i < 320 * NODES; i++) {
      builder.waits(WorldBuilder.workload("q" + i % queues, i, 0, podSet));
    }
    double made = Stopwatch.millisSince(started);
    AdmissionCycle cycle = new AdmissionCycle();
    var build = Stopwatch.time(1, 0, builder::build);
    World world = build.result();
    var planned = Stopwatch.time(1, 0, () -> cycle.plan(world, WorldBuilder.NOW));
    CyclePlan plan = planned.result();
    double first = build.firstMillis() + planned.firstMillis();
    List<WorldChange> change =
        List.of(new WorldChange.Queued(WorldBuilder.workload("q0", 320 * NODES, 0, podSet)));
    var timed = Stopwatch.time(50, 2_000, () -> cycle.plan(world.with(change), WorldBuilder.NOW));
    return timed
        .lower("steady-deep", 20)
        .with("inputMs", made)
        .with("buildAndFirstMs", first)
        .with("buildAndFirstCpuMs", build.cpuMillis() + planned.cpuMillis())
        .with("buildAndFirstTargetMs", 1000)
        .expect("firstWithinTarget", 1, first <= 1000 ? 1 : 0)
        .expect("steps", 0, plan.steps().size() + timed.result().steps().size());
  }

  /// Equal pods, three to a node, two queues; the admissions become facts within the time.
  static Measurement stream() {
    int pods = 10_000;
    WorldBuilder builder = nodes(5_000, WorldBuilder.cpus(3));
    builder.project("q0", "all", "cpu", 15_000L * 1000).project("q1", "all", "cpu", 0);
    PodSet podSet = WorldBuilder.pods(1, WorldBuilder.cpus(1), null);
    for (int i = 0; i < pods; i++) {
      builder.waits(WorldBuilder.workload("q" + i % 2, i, 0, podSet));
    }
    World world = builder.build();
    AdmissionCycle cycle = new AdmissionCycle();
    List<CyclePlan> plans = new ArrayList<>();
    var timed =
        Stopwatch.time(
            20,
            3_000,
            () -> {
              CyclePlan plan = cycle.plan(world, WorldBuilder.NOW);
              plans.add(plan);
              return world.with(Steps.admissions(plan, WorldBuilder.NOW));
            });
    return timed
        .lower("stream", 100)
        .with("podsPerSecond", pods / timed.warmMillis() * 1000)
        .expect("podsAdmitted", pods, Steps.podsAdmitted(plans.getLast()))
        .expect("held", pods, timed.result().heldCount());
  }
}
