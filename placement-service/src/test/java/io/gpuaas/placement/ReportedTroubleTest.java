package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Trouble that users of other schedulers have reported, as scenarios with their right outcomes.
class ReportedTroubleTest {
  private static List<String> plan(WorldBuilder builder) {
    return Plans.text(new AdmissionCycle().plan(builder.build(), START.plusSeconds(600)));
  }

  /// Kueue issue 804: two teams take their quota back in one pass.
  @Test
  void roomOfOneVictimIsNotCountedTwice() {
    WorldBuilder world =
        new WorldBuilder()
            .project("a", 4)
            .project("b", 4)
            .project("c", 4)
            .holds(job("a1", "a", 0, 0, pods(1, 6)))
            .holds(job("a2", "a", 0, 60, pods(1, 6)))
            .waits(job("b1", "b", 0, 300, pods(1, 4)))
            .waits(job("c1", "c", 0, 300, pods(1, 4)));
    assertThat(plan(world))
        .containsExactly(
            "preempt a2 for b1 (InCohortReclamation)", "preempt a1 for c1 (InCohortReclamation)");
  }

  /// Kueue PR 1875: equal priority and equal timestamps.
  @Test
  void victimsOfEqualStandingGoByHigherId() {
    WorldBuilder world = new WorldBuilder().project("a", 8);
    for (int i = 1; i <= 8; i++) {
      world.holds(job("l" + i, "a", 0, 0, pods(1, 1)));
    }
    world.waits(job("h1", "a", 10, 5, pods(1, 2))).waits(job("h2", "a", 10, 5, pods(1, 2)));
    assertThat(plan(world))
        .containsExactly(
            "preempt l8 for h1 (InProject)",
            "preempt l7 for h1 (InProject)",
            "preempt l6 for h2 (InProject)",
            "preempt l5 for h2 (InProject)");
  }

  /// Kueue issue 5243: nobody is evicted when the job still could not start.
  @Test
  void nobodyIsEvictedForAPodThatNoNodeCouldHoldAfterwards() {
    WorldBuilder world = new WorldBuilder().nodes(4).project("a", 32);
    for (int node = 1; node <= 4; node++) {
      for (int i = 0; i < 6; i++) {
        world.holds(job("high-%d-%d".formatted(node, i), "a", 10, 0, pods(1, 1)), "n" + node);
      }
      for (int i = 0; i < 2; i++) {
        world.holds(job("low-%d-%d".formatted(node, i), "a", 0, 0, pods(1, 1)), "n" + node);
      }
    }
    world.waits(job("h25", "a", 10, 300, pods(1, 8))).waits(job("h26", "a", 10, 360, pods(1, 1)));
    assertThat(plan(world)).containsExactly("preempt low-4-1 for h26 (InProject)");
  }

  @Test
  void aWholeNodeOfLowPriorityIsClearedAtOnce() {
    WorldBuilder world = new WorldBuilder().nodes(4).project("a", 32);
    for (int node = 1; node <= 3; node++) {
      for (int i = 0; i < 8; i++) {
        int priority = i < 6 ? 10 : 0;
        world.holds(job("j-%d-%d".formatted(node, i), "a", priority, 0, pods(1, 1)), "n" + node);
      }
    }
    for (int i = 0; i < 8; i++) {
      world.holds(job("low-" + i, "a", 0, 0, pods(1, 1)), "n4");
    }
    world.waits(job("h25", "a", 10, 300, pods(1, 8)));
    assertThat(plan(world))
        .hasSize(8)
        .allMatch(step -> step.matches("preempt low-[0-7] for h25 \\(InProject\\)"));
  }
}
