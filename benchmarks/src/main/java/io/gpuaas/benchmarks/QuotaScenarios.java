package io.gpuaas.benchmarks;

import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.quota.PreemptionPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Quota alone: a thousand queues in ten cohorts, one head per queue and cycle.
final class QuotaScenarios {
  private static final int COHORTS = 10;
  private static final PreemptionPolicy POLICY = PreemptionPolicy.DEFAULT;

  private QuotaScenarios() {}

  private static WorldBuilder queues(int perCohort) {
    WorldBuilder builder = new WorldBuilder().heads();
    for (int i = 0; i < COHORTS * perCohort; i++) {
      builder.project(queue(i), "c" + i % COHORTS, List.of("cpu"), 20_000, 100_000L, POLICY);
    }
    return builder;
  }

  private static String queue(int number) {
    return "q%04d".formatted(number);
  }

  static Measurement drain() {
    WorldBuilder builder = queues(100);
    for (int q = 0; q < COHORTS * 100; q++) {
      for (int i = 0; i < 50; i++) {
        int cpus = i < 35 ? 1 : i < 46 ? 5 : 20;
        int priority = i < 35 ? 50 : i < 46 ? 100 : 200;
        var podSet = WorldBuilder.pods(1, WorldBuilder.cpus(cpus), null);
        builder.waits(WorldBuilder.workload(queue(q), i, priority, podSet));
      }
    }
    World start = builder.build();
    var timed = Stopwatch.time(5, 6_000, () -> drain(start));
    Drained drained = timed.result();
    return timed
        .lower("quota-drain", 500)
        .with("slowestCycleMs", drained.slowestMillis)
        .with("fastestFullCycleMs", drained.fastestMillis)
        .with("cycleTargetMs", 10)
        .expect("cycleWithinTarget", 1, drained.fastestMillis <= 10 ? 1 : 0)
        .expect("cycles", 50, drained.cycles)
        .expect("admitted", 50_000, drained.admitted);
  }

  private record Drained(int cycles, long admitted, double slowestMillis, double fastestMillis) {}

  /// Those admitted end at once.
  private static Drained drain(World start) {
    AdmissionCycle cycle = new AdmissionCycle();
    World world = start;
    int cycles = 0;
    long admitted = 0;
    double slowest = 0;
    double fastest = Double.MAX_VALUE;
    while (world.waitingCount() > 0 && cycles < 200) {
      long at = System.nanoTime();
      CyclePlan plan = cycle.plan(world, WorldBuilder.NOW);
      double millis = Stopwatch.millisSince(at);
      slowest = Math.max(slowest, millis);
      fastest = Math.min(fastest, millis);
      List<WorldChange> changes = new ArrayList<>(Steps.admissions(plan, WorldBuilder.NOW));
      for (PlanStep step : plan.steps()) {
        changes.add(new WorldChange.Released(step.job(), WorldBuilder.NOW));
      }
      world = world.with(changes);
      admitted += Steps.admitted(plan);
      cycles++;
    }
    return new Drained(cycles, admitted, slowest, fastest);
  }

  static Measurement preempt(int perCohort, double targetMillis) {
    WorldBuilder builder = queues(perCohort);
    var small = WorldBuilder.pods(1, WorldBuilder.cpus(1), null);
    var large = WorldBuilder.pods(1, WorldBuilder.cpus(20), null);
    int queues = COHORTS * perCohort;
    for (int q = 0; q < queues; q++) {
      for (int i = 0; i < 20; i++) {
        Instant since = WorldBuilder.NOW.minusSeconds(3600).plusSeconds(i);
        var workload = WorldBuilder.workload(queue(q), i, 50, small);
        builder.holds(workload, new TreeMap<>(), since);
      }
      builder.waits(WorldBuilder.workload(queue(q), 20, 200, large));
    }
    World world = builder.build();
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(10, 4_000, () -> cycle.plan(world, WorldBuilder.NOW));
    return timed
        .lower("quota-preempt", targetMillis)
        .expect("victims", 20L * queues, Steps.preempted(timed.result()));
  }
}
