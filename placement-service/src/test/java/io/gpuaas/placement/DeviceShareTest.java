package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static io.gpuaas.placement.fixtures.WorldBuilder.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Parts of devices: by fraction and by memory, never rounded down.
class DeviceShareTest {
  private static final long MIB = 1L << 20;
  private static final Instant NOW = START.plusSeconds(600);
  private static final DeviceShare HALF = new DeviceShare(500, 0, "");

  private final AdmissionCycle cycle = new AdmissionCycle();

  /// KAI-Scheduler issue 416: 24 pods of 2,000 MiB on a device of 46,068 MiB.
  @Test
  void memoryIsNotRoundedDown() {
    WorldBuilder builder = new WorldBuilder().node("n1", 1, 46_068 * MIB, Map.of()).project("a", 1);
    for (int i = 0; i < 24; i++) {
      builder.waits(
          job("j%02d".formatted(i), "a", 0, i, shares(1, new DeviceShare(0, 2_000 * MIB, ""))));
    }
    World world = builder.build();
    CyclePlan plan = cycle.plan(world, NOW);
    assertThat(plan.steps()).hasSize(23);
    World after = world.with(admissions(plan));
    assertThat(after.usage().used(0, 0)).isEqualTo(1);
    assertThat(cycle.plan(after, NOW).steps()).isEmpty();
    assertThat(after.isWaiting(new JobId("j23"))).isTrue();
    World freed = after.with(List.of(new WorldChange.Released(new JobId("j05"), NOW)));
    assertThat(Plans.text(cycle.plan(freed, NOW))).containsExactly("admit j23 n1:1");
  }

  private static List<WorldChange> admissions(CyclePlan plan) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit(var job, var assignments, _)) {
        changes.add(new WorldChange.Admitted(job, assignments, NOW));
      }
    }
    return changes;
  }

  @Test
  void halvesShareADeviceAndLeaveTheOthersWhole() {
    WorldBuilder builder =
        new WorldBuilder()
            .nodes(1)
            .project("a", 8)
            .waits(job("h1", "a", 0, 1, shares(1, HALF)))
            .waits(job("h2", "a", 0, 2, shares(1, HALF)))
            .waits(job("w1", "a", 0, 3, pods(1, 7)))
            .waits(job("w2", "a", 0, 4, pods(1, 1)));
    World world = builder.build();
    CyclePlan plan = cycle.plan(world, NOW);
    assertThat(Plans.text(plan)).containsExactly("admit h1 n1:1", "admit h2 n1:1", "admit w1 n1:1");
    World after = world.with(admissions(plan));
    assertThat(after.freeGpus(new NodeRef("default", "n1"))).isZero();
    assertThat(after.usage().used(0, 0)).isEqualTo(8);
    List<WorldChange> ends =
        List.of(
            new WorldChange.Released(new JobId("h1"), NOW),
            new WorldChange.Released(new JobId("h2"), NOW));
    assertThat(Plans.text(cycle.plan(after.with(ends), NOW))).containsExactly("admit w2 n1:1");
  }

  @Test
  void oneJobsPartsOnSeveralDevicesAreAllNamed() {
    World world =
        new WorldBuilder()
            .nodes(1)
            .project("a", 8)
            .waits(job("h", "a", 0, 1, shares(3, HALF)))
            .build();
    CyclePlan plan = cycle.plan(world, NOW);
    assertThat(plan.steps()).hasSize(1);
    if (plan.steps().getFirst() instanceof PlanStep.Admit(_, var assignments, _)) {
      assertThat(assignments.getFirst().nodes().getFirst().devices()).containsExactly(0, 0, 1);
    }
    World after = world.with(admissions(plan));
    assertThat(after.freeGpus(new NodeRef("default", "n1"))).isEqualTo(6);
    assertThat(after.usage().used(0, 0)).isEqualTo(2);
  }

  @Test
  void profilesAreRefusedRatherThanGivenForNothing() {
    World world =
        new WorldBuilder()
            .nodes(1)
            .project("a", 8)
            .waits(job("m", "a", 0, 1, shares(1, new DeviceShare(0, 0, "3g.40gb"))))
            .build();
    assertThat(Plans.text(cycle.plan(world, NOW))).containsExactly("reject m");
  }
}
