package io.gpuaas.placement.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// On random worlds, pod by pod: what fits is never refused, what is chosen fits, and the world
/// that was changed step by step decides as one that is built anew.
class LeastFragmentationPropertyTest {
  private static final int NODES = 5;

  private final AdmissionCycle cycle = new AdmissionCycle();

  /// What is left of a node, kept without the engine.
  private static final class Left {
    long cores;
    long whole;
    final List<Integer> devices = new ArrayList<>();

    boolean fits(PodSet pod) {
      if (pod.requests().of(Resources.CPU) > cores * 1000) {
        return false;
      }
      int share = pod.device().milliGpu();
      return share == 0
          ? pod.requests().of(Resources.GPU) <= whole
          : whole > 0 || devices.stream().anyMatch(free -> free >= share);
    }

    void take(PodSet pod, List<Integer> device) {
      cores -= pod.requests().of(Resources.CPU) / 1000;
      whole -= pod.requests().of(Resources.GPU);
      int share = pod.device().milliGpu();
      if (share > 0) {
        int index = device.getFirst();
        while (devices.size() <= index) {
          devices.add(1000);
        }
        whole -= devices.get(index) == 1000 ? 1 : 0;
        devices.set(index, devices.get(index) - share);
        assertThat(devices.get(index)).isNotNegative();
      }
      assertThat(cores).isNotNegative();
      assertThat(whole).isNotNegative();
    }
  }

  private static PodSet pod(SplittableRandom random) {
    ResourceAmounts cpu = ResourceAmounts.of(Resources.CPU, 1000L * (1 + random.nextInt(12)));
    int kind = random.nextInt(5);
    if (kind == 0) {
      return PodSet.of("main", 1, cpu);
    }
    if (kind < 3) {
      return PodSet.of("main", 1, cpu.with(Resources.GPU, 1 + random.nextInt(3)));
    }
    PodSet plain = PodSet.of("main", 1, cpu);
    DeviceShare share = new DeviceShare(50 * (1 + random.nextInt(19)), 0, "");
    return new PodSet(
        plain.name(), 1, 1, cpu, share, plain.nodeSelector(), List.of(), List.of(), null, "");
  }

  private static World world(SplittableRandom random, List<Left> left, List<PodSet> kinds) {
    SchedulingPolicy base = SchedulingPolicy.DEFAULT;
    WorldBuilder builder =
        new WorldBuilder()
            .project("a", 100)
            .policy(
                new SchedulingPolicy(
                    false,
                    base.preemptionStrategies(),
                    PlacementStrategy.LEAST_FRAGMENTATION,
                    0,
                    true));
    for (int node = 0; node < NODES; node++) {
      Left fresh = new Left();
      fresh.cores = 8L + random.nextInt(40);
      fresh.whole = random.nextInt(5);
      left.add(fresh);
      ResourceAmounts capacity =
          ResourceAmounts.of(Resources.CPU, fresh.cores * 1000).with(Resources.GPU, fresh.whole);
      builder.node("n" + node, capacity, Map.of());
    }
    List<Workload> mix = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      kinds.add(pod(random));
      mix.add(WorldBuilder.job("m" + i, "a", 0, i, kinds.getLast()));
    }
    return builder.build().with(List.of(new WorldChange.MixLearnt(ExpectedMix.of(mix))));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatFitsIsPlacedAndAWorldBuiltAnewDecidesAlike(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Left> left = new ArrayList<>();
    List<PodSet> kinds = new ArrayList<>();
    World world = world(random, left, kinds);
    for (int i = 0; i < 40; i++) {
      PodSet pod = random.nextInt(8) == 0 ? pod(random) : kinds.get(random.nextInt(12));
      Workload job = WorldBuilder.job("j%02d".formatted(i), "a", 0, i, pod);
      world = world.with(List.of(new WorldChange.Queued(job)));
      CyclePlan plan = cycle.plan(world, WorldBuilder.START);
      assertThat(cycle.plan(anew(world), WorldBuilder.START)).isEqualTo(plan);
      boolean fits = left.stream().anyMatch(node -> node.fits(pod));
      boolean admitted = plan.steps().stream().anyMatch(PlanStep.Admit.class::isInstance);
      assertThat(admitted).isEqualTo(fits);
      world = world.with(List.of(carryOut(plan, job.id(), pod, left)));
    }
  }

  /// The same world, with nothing remembered.
  private static World anew(World world) {
    World fresh =
        World.of(world.config(), world.policy(), world.nodes(), world.held(), world.waiting());
    return fresh.with(List.of(new WorldChange.MixLearnt(world.mix())));
  }

  private static WorldChange carryOut(CyclePlan plan, JobId job, PodSet pod, List<Left> left) {
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit admit) {
        PodSetAssignment.NodeShare share = admit.assignments().getFirst().nodes().getFirst();
        NodeRef node = share.node();
        left.get(Integer.parseInt(node.name().substring(1))).take(pod, share.devices());
        return new WorldChange.Admitted(job, admit.assignments(), WorldBuilder.START);
      }
    }
    return new WorldChange.Unqueued(job);
  }

  /// Many nodes in few states; jobs of several pods come and go, nodes are drained and come back.
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
  void aWorldThatHasChangedDecidesAsOneBuiltAnew(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PodSet> kinds = new ArrayList<>();
    World world = world(random, new ArrayList<>(), kinds);
    for (int node = 0; node < 3 * NODES; node++) {
      world = world.with(List.of(new WorldChange.NodeSet(twin(world.nodes().getFirst(), node))));
    }
    for (int i = 0; i < 40; i++) {
      PodSet pod = kinds.get(random.nextInt(12)).withCount(1 + random.nextInt(3));
      Workload job = WorldBuilder.job("j%02d".formatted(i), "a", 0, i, pod);
      world = world.with(List.of(new WorldChange.Queued(job), sideEffect(random, world)));
      CyclePlan plan = cycle.plan(world, WorldBuilder.START);
      assertThat(cycle.plan(anew(world), WorldBuilder.START)).isEqualTo(plan);
      List<WorldChange> changes = new ArrayList<>();
      for (PlanStep step : plan.steps()) {
        if (step instanceof PlanStep.Admit admit) {
          changes.add(
              new WorldChange.Admitted(admit.job(), admit.assignments(), WorldBuilder.START));
        }
      }
      world = world.with(changes);
    }
  }

  private static Node twin(Node node, int number) {
    return new Node(
        new NodeRef(node.ref().cluster(), "twin%02d".formatted(number)),
        new TreeMap<>(),
        ResourceAmounts.of(Resources.CPU, 16_000L + 16_000L * (number % 2)).with(Resources.GPU, 4),
        0,
        "",
        false,
        List.of(),
        true,
        true);
  }

  /// A job ends, or a node is drained or comes back.
  private static WorldChange sideEffect(SplittableRandom random, World world) {
    if (random.nextBoolean() && !world.held().isEmpty()) {
      JobId ended = world.held().get(random.nextInt(world.held().size())).workload().id();
      return new WorldChange.Released(ended, WorldBuilder.START);
    }
    Node node = world.nodes().get(random.nextInt(world.nodes().size()));
    return new WorldChange.NodeSet(
        new Node(
            node.ref(),
            node.labels(),
            node.capacity(),
            node.gpuMemoryBytes(),
            node.gpuModel(),
            node.mig(),
            node.taints(),
            true,
            !node.schedulable()));
  }
}
