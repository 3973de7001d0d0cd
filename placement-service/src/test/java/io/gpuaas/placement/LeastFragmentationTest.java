package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static io.gpuaas.placement.fixtures.WorldBuilder.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// What least fragmentation keeps room for, case by case; where it puts a pod depends on the mix.
class LeastFragmentationTest {
  private static final Instant NOW = START.plusSeconds(600);
  private static final PodSet HALF = shares(1, new DeviceShare(500, 0, ""));

  private final AdmissionCycle cycle = new AdmissionCycle();

  static SchedulingPolicy policy() {
    SchedulingPolicy base = SchedulingPolicy.DEFAULT;
    return new SchedulingPolicy(
        false, base.preemptionStrategies(), PlacementStrategy.LEAST_FRAGMENTATION, 0, true);
  }

  private static ResourceAmounts amounts(long gpus, long cores) {
    return ResourceAmounts.of(Resources.CPU, cores * 1000).with(Resources.GPU, gpus);
  }

  private static PodSet pod(long gpus, long cores) {
    ResourceAmounts cpu = ResourceAmounts.of(Resources.CPU, cores * 1000);
    return PodSet.of("main", 1, gpus == 0 ? cpu : cpu.with(Resources.GPU, gpus));
  }

  private static PodSet on(String model, PodSet set) {
    return new PodSet(
        set.name(),
        set.count(),
        set.minCount(),
        set.requests(),
        set.device(),
        set.nodeSelector(),
        List.of(new NodeAffinityTerm("model", NodeAffinityTerm.Operator.IN, List.of(model))),
        set.tolerations(),
        null,
        "");
  }

  private List<String> plan(WorldBuilder builder, SequencedMap<PodSet, Long> expected) {
    SequencedMap<PodSet, Long> counts = new LinkedHashMap<>();
    expected.forEach((set, jobs) -> ExpectedMix.count(List.of(set), jobs, counts));
    World world = builder.policy(policy()).project("a", 100).build();
    World told = world.with(List.of(new WorldChange.MixLearnt(ExpectedMix.ofCounts(counts))));
    return Plans.text(cycle.plan(told, NOW));
  }

  private static SequencedMap<PodSet, Long> mix(PodSet first, long one, PodSet second, long two) {
    SequencedMap<PodSet, Long> mix = new LinkedHashMap<>();
    mix.put(first, one);
    mix.put(second, two);
    return mix;
  }

  @Test
  void cpuThatGpusNeedIsLeftToThem() {
    WorldBuilder builder =
        new WorldBuilder()
            .node("tight", amounts(8, 96), Map.of())
            .node("ample", amounts(2, 104), Map.of())
            .waits(job("j", "a", 0, 1, pod(0, 24)));
    assertThat(plan(builder, mix(pod(1, 12), 80, pod(0, 24), 20)))
        .containsExactly("admit j ample:1");
  }

  /// On `ample` the pod would cost one of three places for 24 cores, on `spare` none: 22 cores are
  /// too few for one. By fullness alone `ample` would be first.
  @Test
  void cpuThatPodsWithoutGpusNeedIsLeftToThem() {
    WorldBuilder builder =
        new WorldBuilder()
            .node("ample", amounts(2, 104), Map.of())
            .node("spare", amounts(4, 70), Map.of())
            .waits(job("j", "a", 0, 1, pod(1, 30)));
    assertThat(plan(builder, mix(pod(1, 12), 50, pod(0, 24), 50)))
        .containsExactly("admit j spare:1");
  }

  @Test
  void modelsThatSomePodsNeedAreLeftToThem() {
    WorldBuilder builder =
        new WorldBuilder()
            .node("rare", amounts(4, 96), Map.of("model", "T4"))
            .node("plain", amounts(4, 96), Map.of("model", "G2"))
            .waits(job("j", "a", 0, 1, pod(1, 4)));
    assertThat(plan(builder, mix(pod(1, 4), 60, on("T4", pod(1, 4)), 40)))
        .containsExactly("admit j plain:1");
  }

  @Test
  void untouchedNodesAreKeptForPodsOfManyGpus() {
    WorldBuilder builder =
        new WorldBuilder()
            .node("whole", amounts(8, 96), Map.of())
            .node("begun", amounts(7, 96), Map.of())
            .waits(job("j", "a", 0, 1, pod(1, 4)));
    assertThat(plan(builder, mix(pod(1, 4), 60, pod(8, 32), 40)))
        .containsExactly("admit j begun:1");
  }

  @Test
  void sharesThatFillADeviceLieOnOne() {
    PodSet small = shares(1, new DeviceShare(300, 0, ""));
    PodSet large = shares(1, new DeviceShare(700, 0, ""));
    WorldBuilder builder =
        new WorldBuilder()
            .node("n1", 2, Map.of())
            .waits(job("j1", "a", 3, 1, large))
            .waits(job("j2", "a", 2, 2, small))
            .waits(job("j3", "a", 1, 3, pods(1, 1)));
    assertThat(plan(builder, mix(small, 50, large, 50)))
        .containsExactly("admit j1 n1:1", "admit j2 n1:1", "admit j3 n1:1");
  }

  @Test
  void withoutAMixTheFullerNodeGoesFirst() {
    WorldBuilder builder =
        new WorldBuilder()
            .node("n1", 8, Map.of())
            .node("n2", 4, Map.of())
            .waits(job("j", "a", 0, 1, HALF));
    assertThat(plan(builder, new LinkedHashMap<>())).containsExactly("admit j n2:1");
  }
}
