package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.PreemptionPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A cycle that is cut short goes on where it was cut.
class CycleBudgetTest {
  private static final Instant NOW = START.plusSeconds(600);
  private static final int DECISIONS = 2;

  private final AdmissionCycle cycle = new AdmissionCycle();

  private static WorldBuilder builder(boolean fair) {
    SchedulingPolicy plain = SchedulingPolicy.DEFAULT;
    return new WorldBuilder()
        .policy(
            new SchedulingPolicy(fair, plain.preemptionStrategies(), plain.placement(), 0, true))
        .preemption(
            new PreemptionPolicy(
                PreemptionPolicy.WithinProject.NEVER,
                PreemptionPolicy.Reclaim.NEVER,
                PreemptionPolicy.Borrow.NEVER,
                null));
  }

  /// A budget of so many questions whether it is spent.
  private static CycleBudget decisions(int count, SeenShapes seen) {
    int[] left = {count};
    return new CycleBudget(() -> left[0]-- <= 0, seen);
  }

  private List<String> played(World start) {
    World world = start;
    SeenShapes seen = SeenShapes.NONE;
    List<String> cycles = new ArrayList<>();
    boolean complete = false;
    while (!complete && cycles.size() < 50) {
      CyclePlan plan = cycle.plan(world, NOW, decisions(DECISIONS, seen));
      cycles.add(Plans.text(plan).toString());
      seen = plan.seen();
      complete = plan.complete();
      List<WorldChange> changes = new ArrayList<>();
      for (PlanStep step : plan.steps()) {
        if (step instanceof PlanStep.Admit(var job, var assignments, _)) {
          changes.add(new WorldChange.Admitted(job, assignments, NOW));
        }
      }
      world = world.with(changes);
    }
    assertThat(Plans.text(cycle.plan(world, NOW))).as("nothing is left over").isEmpty();
    return cycles;
  }

  /// Twelve kinds of jobs that do not fit stand before the one that does.
  private static World blockedWorld(boolean fair) {
    WorldBuilder builder = builder(fair).nodes(2).project("a", 16).project("b", 16);
    builder.holds(job("h", "b", 0, 0, pods(1, 6)), "n1");
    builder.holds(job("i", "b", 0, 0, pods(1, 6)), "n2");
    for (int i = 0; i < 12; i++) {
      builder.waits(job("big%02d".formatted(i), "a", 10 + i, i, pods(1, 3 + i % 5)));
    }
    return builder.waits(job("small", "a", 0, 100, pods(1, 2))).build();
  }

  @Test
  void nobodyWaitsForEverBehindThoseThatDoNotFit() {
    for (boolean fair : new boolean[] {false, true}) {
      List<String> cycles = played(blockedWorld(fair));
      assertThat(cycles.size()).isGreaterThan(6).isLessThan(30);
      assertThat(String.join(" ", cycles)).contains("admit small");
    }
  }

  @Test
  void withoutAnEndACycleIsComplete() {
    CyclePlan plan = cycle.plan(blockedWorld(false), NOW);
    assertThat(plan.complete()).isTrue();
    assertThat(plan.seen()).isEqualTo(SeenShapes.NONE);
    assertThat(Plans.text(plan)).containsExactly("admit small n1:1");
  }
}
