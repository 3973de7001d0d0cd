package io.gpuaas.benchmarks;

import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.World;
import io.gpuaas.quota.PreemptionPolicy;
import java.util.List;
import java.util.TreeMap;

/// A full cluster of one-GPU jobs of a project without quota, and one gang of the project that owns
/// it all: whole nodes have to be cleared.
final class ReclaimWorlds {
  private ReclaimWorlds() {}

  /// @param racks whether the gang must lie in one rack, which is as large as the gang
  static World world(int nodes, boolean racks) {
    WorldBuilder builder =
        new WorldBuilder()
            .levels("rack", "kubernetes.io/hostname")
            .project("q0", "all", "nvidia.com/gpu", 0)
            .project(
                "q1", "all", List.of("nvidia.com/gpu"), 8L * nodes, null, PreemptionPolicy.DEFAULT);
    for (int i = 0; i < nodes; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("rack", "r%05d".formatted(i / (nodes / 10)));
      builder.node("n%05d".formatted(i), labels, WorldBuilder.gpus(8).with("cpu", 20_000_000));
    }
    for (int i = 0; i < 8 * nodes; i++) {
      var podSet = WorldBuilder.pods(1, WorldBuilder.gpus(1), null);
      builder.holds(WorldBuilder.workload("q0", i, 0, podSet), i % nodes);
    }
    TopologyRequest inRack = racks ? TopologyRequest.required("rack") : null;
    var gang = WorldBuilder.pods(nodes / 10, WorldBuilder.gpus(8), inRack);
    return builder.waits(WorldBuilder.workload("q1", 0, 0, gang)).build();
  }

  static Measurement measure(String name, int nodes, boolean racks, double targetMillis) {
    World world = world(nodes, racks);
    AdmissionCycle cycle = new AdmissionCycle();
    var timed = Stopwatch.time(20, 3_000, () -> cycle.plan(world, WorldBuilder.NOW));
    CyclePlan plan = timed.result();
    World cleared = world.with(Steps.evictions(world, plan));
    CyclePlan next = cycle.plan(cleared, WorldBuilder.NOW);
    return timed
        .lower(name, targetMillis)
        .expect("victims", 8L * (nodes / 10), Steps.preempted(plan))
        .expect("nodesEmptied", nodes / 10, Steps.nodesOfVictims(world, plan))
        .expect("gangNext", nodes / 10, Steps.podsAdmitted(next));
  }
}
