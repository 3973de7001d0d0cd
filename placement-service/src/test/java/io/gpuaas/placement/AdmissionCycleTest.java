package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionCycleTest {
  private final AdmissionCycle cycle = new AdmissionCycle();

  private List<String> plan(WorldBuilder builder) {
    return Plans.text(cycle.plan(builder.build(), START.plusSeconds(600)));
  }

  @Test
  void fillsTheFullestNodeThatFitsFirst() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(3)
            .project("a", 24)
            .holds(job("x", "a", 0, 0, pods(1, 4)), "n2")
            .waits(job("j1", "a", 0, 1, pods(1, 2)))
            .waits(job("j2", "a", 0, 2, pods(2, 4)));
    assertThat(plan(world)).containsExactly("admit j1 n2:1", "admit j2 n1:2");
  }

  @Test
  void admitsGangOnlyWhenEveryPodFits() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(4)
            .project("a", 32)
            .waits(job("j1", "a", 0, 0, pods(4, 8)))
            .waits(job("j2", "a", 0, 0, pods(4, 8)));
    assertThat(plan(world)).containsExactly("admit j1 n1:1 n2:1 n3:1 n4:1");
  }

  @Test
  void strictQueueIsBlockedByItsHead() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(1)
            .strictFifo()
            .project("a", 16)
            .holds(job("x", "a", 0, 0, pods(1, 4)), "n1")
            .waits(job("j1", "a", 0, 1, pods(1, 8)))
            .waits(job("j2", "a", 0, 2, pods(1, 1)));
    assertThat(plan(world)).isEmpty();
    assertThat(cycle.explain(world.build(), new JobId("j2"), START).getFirst().code())
        .isEqualTo("BehindInQueue");
  }

  @Test
  void bestEffortQueueLetsOthersPass() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(1)
            .project("a", 16)
            .holds(job("x", "a", 0, 0, pods(1, 4)), "n1")
            .waits(job("j1", "a", 0, 1, pods(1, 8)))
            .waits(job("j2", "a", 0, 2, pods(1, 1)));
    assertThat(plan(world)).containsExactly("admit j2 n1:1");
  }

  @Test
  void rejectsWhatCanNeverRun() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(2)
            .project("a", 64)
            .waits(job("j1", "a", 0, 1, pods(1, 9)))
            .waits(job("j2", "a", 0, 2, pods(3, 8)))
            .waits(job("j3", "a", 0, 3, pods(1, 65)));
    assertThat(plan(world)).containsExactly("reject j1", "reject j2", "reject j3");
  }

  @Test
  void clearedRoomBelongsToItsClaimant() {
    WorldBuilder world =
        new WorldBuilder()
            .nodes(2)
            .project("a", 16)
            .evicting(job("v1", "a", 0, 0, pods(1, 8)), "c", "n1")
            .waits(job("c", "a", 10, 5, pods(2, 8)))
            .waits(job("s", "a", 20, 6, pods(1, 1)));
    assertThat(plan(world)).isEmpty();
  }

  @Test
  void stepIsRefusedOnceItsNodeHasGoneOrIsTaken() {
    WorldBuilder builder =
        new WorldBuilder().nodes(1).project("a", 8).waits(job("j", "a", 0, 0, pods(1, 8)));
    World world = builder.build();
    PlanStep step = cycle.plan(world, START).steps().getFirst();
    assertThat(cycle.recheck(world, step)).isEmpty();
    NodeRef node = new NodeRef("default", "n1");
    World without = world.with(List.of(new WorldChange.NodeRemoved(node)));
    assertThat(cycle.recheck(without, step)).isPresent();
    World taken = builder.holds(job("x", "a", 0, 0, pods(1, 1)), "n1").build();
    assertThat(cycle.recheck(taken, step)).isPresent();
  }

  @Test
  void reasonTellsWhatFitsAndWhatWouldHelp() {
    World world =
        new WorldBuilder()
            .nodes(2)
            .project("a", 16)
            .holds(job("x", "a", 0, 0, pods(1, 4)), "n1")
            .waits(job("first", "a", 0, 1, pods(2, 6)))
            .build();
    WaitReason reason = cycle.explain(world, new JobId("first"), START).getFirst();
    assertThat(reason.code()).isEqualTo("WaitingForNodes");
    assertThat(reason.detail())
        .containsEntry("asked", "12")
        .containsEntry("free", "12")
        .containsEntry("largestGang", "6")
        .containsEntry("jobsAhead", "0");
    assertThat(reason.nextStep()).isEqualTo("With 1 pod instead of 2 it would fit.");
  }
}
