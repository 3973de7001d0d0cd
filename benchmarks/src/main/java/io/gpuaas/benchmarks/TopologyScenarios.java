package io.gpuaas.benchmarks;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.World;
import io.gpuaas.quota.PreemptionPolicy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Racks and blocks.
final class TopologyScenarios {
  private TopologyScenarios() {}

  private static WorldBuilder nodes(
      int count, int perRack, int racksPerBlock, ResourceAmounts capacity) {
    WorldBuilder builder = new WorldBuilder().levels("block", "rack", "kubernetes.io/hostname");
    for (int i = 0; i < count; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("block", "b%04d".formatted(i / (perRack * racksPerBlock)));
      labels.put("rack", "r%05d".formatted(i / perRack));
      builder.node("n%05d".formatted(i), labels, capacity);
    }
    return builder;
  }

  static Measurement assign() {
    PodSet gang = WorldBuilder.pods(2304, WorldBuilder.cpus(8), TopologyRequest.preferred("rack"));
    World world =
        nodes(2500, 16, 16, WorldBuilder.cpus(96))
            .project("p", "all", "cpu", 1_000_000_000L)
            .waits(WorldBuilder.workload("p", 0, 0, gang))
            .build();
    return one("topology-assign", world, 1, 2304);
  }

  static Measurement slices() {
    TopologyRequest request =
        new TopologyRequest(
            TopologyRequest.Mode.UNCONSTRAINED, "", List.of(new TopologyRequest.Slice("rack", 10)));
    World world =
        nodes(1000, 10, 100, WorldBuilder.gpus(8))
            .project("p", "all", "nvidia.com/gpu", 8000)
            .waits(
                WorldBuilder.workload(
                    "p", 0, 0, WorldBuilder.pods(1000, WorldBuilder.gpus(8), request)))
            .build();
    return one("topology-slices", world, 10, 1000);
  }

  private static Measurement one(String name, World world, double target, long pods) {
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(500, 2_000, () -> cycle.plan(world, WorldBuilder.NOW));
    return timed
        .lower(name, target)
        .expect("podsAdmitted", pods, Steps.podsAdmitted(timed.result()));
  }

  /// Blocks of 31 nodes of 10 CPU, filled in node order by 87 jobs; then 200 pods of 5 CPU of the
  /// highest priority that may lie in the first half only.
  static Measurement preempt() {
    WorldBuilder builder = new WorldBuilder().levels("block", "kubernetes.io/hostname").classical();
    for (int i = 0; i < 1000; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("block", "b%02d".formatted(i / 31));
      labels.put("group", i < 500 ? "1" : "2");
      builder.node("n%04d".formatted(i), labels, WorldBuilder.cpus(10));
    }
    builder.project("p", "all", List.of("cpu"), 1_000_000_000L, null, PreemptionPolicy.DEFAULT);
    long[] free = new long[1000];
    java.util.Arrays.fill(free, 10);
    long pods = 0;
    for (int i = 1; i <= 87; i++) {
      int count = i * 10 % 31 + 1;
      pods += count;
      prefill(builder, i, count, i % 10 + 1, free);
    }
    builder.waits(WorldBuilder.workload("p", 1000, 1000, restricted(200, 5)));
    World world = builder.build();
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(100, 2_000, () -> cycle.plan(world, WorldBuilder.NOW));
    long victims = Steps.preempted(timed.result());
    World cleared = world.with(Steps.evictions(world, timed.result()));
    var next = cycle.plan(cleared, WorldBuilder.NOW);
    return timed
        .lower("topology-preempt", 5)
        .with("victims", victims)
        .with("victimsOfPeer", 12)
        .expect("podsBefore", 1415, pods)
        .expect("noMoreVictimsThanPeer", 1, victims > 0 && victims <= 12 ? 1 : 0)
        .expect("gangNext", 1, Steps.podsAdmitted(next) >= 200 ? 1 : 0);
  }

  private static void prefill(WorldBuilder builder, int job, int pods, int cpus, long[] free) {
    TreeMap<Integer, Integer> shares = new TreeMap<>();
    int left = pods;
    for (int node = 0; node < free.length && left > 0; node++) {
      while (left > 0 && free[node] >= cpus) {
        free[node] -= cpus;
        shares.merge(node, 1, Integer::sum);
        left--;
      }
    }
    var podSet = WorldBuilder.pods(pods, WorldBuilder.cpus(cpus), null);
    var workload = WorldBuilder.workload("p", job, job, podSet);
    builder.holds(workload, shares, workload.queuedAt());
  }

  private static PodSet restricted(int pods, int cpus) {
    TreeMap<String, String> selector = new TreeMap<>();
    selector.put("group", "1");
    return new PodSet(
        "main",
        pods,
        pods,
        WorldBuilder.cpus(cpus),
        DeviceShare.WHOLE,
        selector,
        List.of(),
        List.of(),
        TopologyRequest.NONE,
        "");
  }

  /// 512 nodes for one gang in a cluster of 10,000 that is seven tenths full.
  static Measurement largeGang() {
    return one("topology/10000", gang(10_000, 80, 512), 20, 512);
  }

  /// Nodes of 8 GPUs in racks of 32, seven tenths of them full; a gang of pods of 8 GPUs that must
  /// lie in one block, in slices of 8 in one rack.
  static World gang(int nodes, int racksPerBlock, int pods) {
    WorldBuilder builder =
        nodes(nodes, 32, racksPerBlock, WorldBuilder.gpus(8))
            .project("p", "all", "nvidia.com/gpu", 8L * nodes);
    SplittableRandom random = new SplittableRandom(7);
    var whole = WorldBuilder.pods(1, WorldBuilder.gpus(8), null);
    for (int node = 0; node < nodes; node++) {
      if (random.nextInt(10) < 7) {
        builder.holds(WorldBuilder.workload("p", node, 0, whole), node);
      }
    }
    TopologyRequest request =
        new TopologyRequest(
            TopologyRequest.Mode.REQUIRED, "block", List.of(new TopologyRequest.Slice("rack", 8)));
    PodSet gang = WorldBuilder.pods(pods, WorldBuilder.gpus(8), request);
    return builder.waits(WorldBuilder.workload("p", nodes, 0, gang)).build();
  }
}
