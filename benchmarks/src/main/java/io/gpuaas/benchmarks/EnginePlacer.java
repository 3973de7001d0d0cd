package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.NodeSpec;
import io.gpuaas.benchmarks.OpenbTrace.Pod;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.MixLearner;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Places pods by the production engine: each pod is a job that arrives in a world, and one
/// [AdmissionCycle] decides on it.
///
/// What the engine decides is carried out on [OpenbNode]s as well, which know nothing of the engine
/// and refuse what does not fit.
final class EnginePlacer implements OpenbPlacer {
  private static final String MODEL = "model";
  private static final long MIB = 1L << 20;

  private final OpenbTrace trace;
  private final List<OpenbNode> mirror = new ArrayList<>();
  private final List<int[]> mirrorDevices = new ArrayList<>();
  private final TreeMap<String, Integer> numbers = new TreeMap<>();
  private final AdmissionCycle cycle = new AdmissionCycle();
  private final List<PodSet> podSets = new ArrayList<>();
  private final MixLearner learner = new MixLearner();
  private final boolean learns;
  private World world;
  private int arrived;

  /// @param learns whether the mix is learnt from what has arrived; else it is known, as to FGD
  EnginePlacer(OpenbTrace trace, OpenbTrace.Order order, boolean learns) {
    this.trace = trace;
    this.learns = learns;
    trace.pods().forEach(pod -> podSets.add(podSet(pod)));
    WorldBuilder builder =
        new WorldBuilder()
            .placement(PlacementStrategy.LEAST_FRAGMENTATION)
            .project(
                "all",
                "all",
                List.of(Resources.GPU),
                trace.capacityMilli(),
                null,
                WorldBuilder.NO_PREEMPTION);
    for (int i = 0; i < trace.nodes().size(); i++) {
      NodeSpec spec = trace.nodes().get(i);
      mirror.add(new OpenbNode(spec));
      mirrorDevices.add(new int[spec.gpus()]);
      numbers.put(spec.name(), i);
    }
    for (int i : order.nodesByRank()) {
      NodeSpec spec = trace.nodes().get(i);
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put(MODEL, spec.model());
      builder.node(spec.name(), labels, capacity(spec));
    }
    world = builder.build();
    if (!learns) {
      SequencedMap<PodSet, Long> byKind = new LinkedHashMap<>();
      ExpectedMix.count(podSets, byKind);
      world = world.with(List.of(new WorldChange.MixLearnt(ExpectedMix.ofCounts(byKind))));
    }
  }

  private static ResourceAmounts capacity(NodeSpec spec) {
    return ResourceAmounts.of(Resources.CPU, spec.cpuMilli())
        .with(Resources.MEMORY, spec.memoryMib() * MIB)
        .with(Resources.GPU, spec.gpus())
        .with(Resources.PODS, OpenbNode.PODS_MAX);
  }

  private static PodSet podSet(Pod pod) {
    boolean share = pod.gpus() == 1 && pod.gpuMilli() < 1000;
    ResourceAmounts requests =
        ResourceAmounts.of(Resources.CPU, pod.cpuMilli())
            .with(Resources.MEMORY, pod.memoryMib() * MIB);
    List<NodeAffinityTerm> models =
        pod.models().isEmpty()
            ? List.of()
            : List.of(new NodeAffinityTerm(MODEL, NodeAffinityTerm.Operator.IN, pod.models()));
    return new PodSet(
        "main",
        1,
        1,
        share || pod.gpus() == 0 ? requests : requests.with(Resources.GPU, pod.gpus()),
        share ? new DeviceShare(pod.gpuMilli(), 0, "") : DeviceShare.WHOLE,
        new TreeMap<>(),
        models,
        List.of(),
        null,
        "");
  }

  @Override
  public boolean place(int number) {
    Workload workload = WorldBuilder.workload("all", arrived++, 0, podSets.get(number));
    List<WorldChange> changes = new ArrayList<>();
    learner.arrived(workload);
    if (learns && learner.isWorthTelling()) {
      changes.add(new WorldChange.MixLearnt(learner.mix()));
    }
    changes.add(new WorldChange.Queued(workload));
    world = world.with(changes);
    CyclePlan plan = cycle.plan(world, WorldBuilder.NOW);
    List<WorldChange> done = Steps.admissions(plan, WorldBuilder.NOW);
    world = world.with(done.isEmpty() ? List.of(new WorldChange.Unqueued(workload.id())) : done);
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit admit) {
        mirror(admit, trace.pods().get(number));
      }
    }
    return !done.isEmpty();
  }

  private void mirror(PlanStep.Admit admit, Pod pod) {
    NodeShare share = admit.assignments().getFirst().nodes().getFirst();
    int number = Objects.requireNonNull(numbers.get(share.node().name()));
    OpenbNode node = mirror.get(number);
    boolean part = pod.gpus() == 1 && pod.gpuMilli() < 1000;
    int device = part ? mirrorDevice(number, share.devices().getFirst()) : -1;
    boolean room = node.fits(pod) && (!part || node.freeMilli[device] >= pod.gpuMilli());
    if (!room) {
      throw new IllegalStateException(
          "The engine put %s on %s, where it does not fit.".formatted(pod, share));
    }
    node.take(pod, device);
  }

  /// The engine numbers shared devices alone; the first of them is the last of the mirror, where
  /// whole GPUs are taken from the front.
  private int mirrorDevice(int node, int device) {
    int[] known = mirrorDevices.get(node);
    if (known[device] == 0) {
      int[] free = mirror.get(node).freeMilli;
      int last = free.length - 1;
      while (last > 0 && free[last] < 1000) {
        last--;
      }
      known[device] = last + 1;
    }
    return known[device] - 1;
  }

  @Override
  public boolean fits(Pod pod) {
    return mirror.stream().anyMatch(node -> node.fits(pod));
  }
}
