package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static io.gpuaas.placement.fixtures.WorldBuilder.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Pods whose GPUs should lie on one NUMA node, through whole cycles.
class NumaPlacementTest {
  private static final Instant NOW = START.plusSeconds(600);
  private static final Map<String, String> TWO = Map.of(Node.NUMA_NODES, "2");

  private final AdmissionCycle cycle = new AdmissionCycle();

  private static PodSet aligned(int count, long gpus) {
    return pods(count, gpus).withNuma(NumaWish.REQUIRED);
  }

  private static WorldBuilder world() {
    return new WorldBuilder().project("a", 64);
  }

  /// Admits what the plan admits.
  private World after(World world) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : cycle.plan(world, NOW).steps()) {
      if (step instanceof PlanStep.Admit(var job, var assignments, _)) {
        changes.add(new WorldChange.Admitted(job, assignments, NOW));
      }
    }
    return world.with(changes);
  }

  private static World ended(World world, String job) {
    return world.with(List.of(new WorldChange.Released(new JobId(job), NOW)));
  }

  private static List<Integer> devices(World world, String job) {
    return world.held().stream()
        .filter(it -> it.workload().id().equals(new JobId(job)))
        .flatMap(it -> it.assignments().getFirst().nodes().stream())
        .flatMap(it -> it.devices().stream())
        .toList();
  }

  /// Three, three and two GPUs on two NUMA nodes of four: two rests of one and the two.
  private World broken(Workload next) {
    return after(
        world()
            .node("n1", 8, TWO)
            .waits(job("x", "a", 0, 1, pods(1, 3)))
            .waits(job("y", "a", 0, 2, pods(1, 3)))
            .waits(next)
            .build());
  }

  @Test
  void whatMustLieTogetherWaitsThoughEnoughIsFree() {
    World world = broken(job("z", "a", 0, 3, aligned(1, 2)));
    assertThat(devices(world, "x")).containsExactly(0, 1, 2);
    assertThat(devices(world, "y")).containsExactly(4, 5, 6);
    CyclePlan plan = cycle.plan(world, NOW);
    assertThat(plan.steps()).isEmpty();
    var reason = cycle.explain(world, new JobId("z"), NOW).getFirst();
    assertThat(reason.code()).isEqualTo("NumaAlignmentFailed");
    assertThat(reason.detail()).containsEntry("free", "2").containsEntry("podsThatFit", "0");
    assertThat(cycle.advise(world, new JobId("z"), NOW).getFirst().nextStep())
        .isEqualTo("With NUMA alignment preferred it would start now.");
    World freed = ended(world, "y");
    assertThat(devices(after(freed), "z")).containsExactly(4, 5);
  }

  @Test
  void whatWouldRatherLieTogetherTakesWhatThereIs() {
    World world = broken(job("z", "a", 0, 3, pods(1, 2).withNuma(NumaWish.PREFERRED)));
    assertThat(devices(world, "z")).containsExactly(3, 7);
  }

  @Test
  void itGoesWhereItLiesTogetherThoughAnotherMachineIsFuller() {
    for (NumaWish wish : List.of(NumaWish.PREFERRED, NumaWish.REQUIRED)) {
      World world =
          world()
              .node("n1", 8, TWO)
              .node("n2", 8, TWO)
              .holds(job("x", "a", 0, 1, pods(1, 3)), "n1")
              .holds(job("y", "a", 0, 2, pods(1, 3)), "n1")
              .waits(job("z", "a", 0, 3, pods(1, 2).withNuma(wish)))
              .waits(job("w", "a", 0, 4, pods(1, 2)))
              .build();
      assertThat(Plans.text(cycle.plan(world, NOW)))
          .containsExactly("admit z n2:1", "admit w n1:1");
    }
  }

  @Test
  void onMachinesThatDoNotSayNothingIsAligned() {
    World world =
        world()
            .nodes(1)
            .waits(job("z", "a", 0, 1, aligned(1, 2)))
            .waits(job("w", "a", 0, 2, pods(1, 2).withNuma(NumaWish.PREFERRED)))
            .build();
    assertThat(Plans.text(cycle.plan(world, NOW))).containsExactly("reject z", "admit w n1:1");
  }

  @Test
  void moreThanANumaNodeHoldsLiesOnAsFewAsCanHoldIt() {
    World world =
        world()
            .node("n1", 8, Map.of(Node.NUMA_NODES, "4"))
            .waits(job("x", "a", 0, 1, pods(1, 1)))
            .waits(job("z", "a", 0, 2, aligned(1, 4)))
            .waits(job("w", "a", 0, 3, aligned(1, 3)))
            .build();
    assertThat(devices(after(world), "z")).containsExactly(2, 3, 4, 5);
    assertThat(devices(after(world), "w")).containsExactly(1, 6, 7);
  }

  @Test
  void partsOfDevicesKeepToABrokenNumaNode() {
    World world =
        after(
            world()
                .node("n1", 8, TWO)
                .waits(job("x", "a", 0, 1, pods(1, 3)))
                .waits(job("h", "a", 0, 2, shares(1, new DeviceShare(500, 0, ""))))
                .waits(job("z", "a", 0, 3, aligned(1, 4)))
                .build());
    assertThat(devices(world, "h")).containsExactly(3);
    assertThat(devices(world, "z")).containsExactly(4, 5, 6, 7);
  }

  @Test
  void aGangLiesInOneRackAndEachPodTogether() {
    WorldBuilder builder = world().topology("rack");
    for (int i = 0; i < 4; i++) {
      builder.node("n" + i, 8, Map.of("rack", "r" + i / 2, Node.NUMA_NODES, "2"));
    }
    PodSet gang = aligned(4, 4).withTopology(TopologyRequest.required("rack"));
    World world =
        builder
            .holds(job("x", "a", 0, 1, pods(2, 1)), "n0", "n1")
            .waits(job("z", "a", 0, 2, gang))
            .build();
    assertThat(Plans.text(cycle.plan(world, NOW))).containsExactly("admit z n2:2 n3:2");
    assertThat(devices(after(world), "z"))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
  }

  /// Without the small job as many GPUs would be free, on two NUMA nodes.
  @Test
  void somebodyGoesWhoseGpusLieTogether() {
    World world =
        new WorldBuilder()
            .node("n1", 8, TWO)
            .project("a", 5)
            .project("b", 3)
            .holds(job("own", "a", 0, 1, pods(1, 2)), "n1")
            .holds(job("small", "b", 0, 2, pods(1, 2)), "n1")
            .holds(job("large", "b", 0, 3, pods(1, 3)), "n1")
            .waits(job("z", "a", 0, 4, aligned(1, 3)))
            .build();
    assertThat(Plans.text(cycle.plan(world, NOW)))
        .containsExactly("preempt large for z (InCohortReclamation)");
  }
}
