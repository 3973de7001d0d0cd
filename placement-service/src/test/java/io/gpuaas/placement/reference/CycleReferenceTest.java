package io.gpuaas.placement.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The engine against the slow version of the same rules, on worlds full of contention: whom it
/// admits with what flavors and counts, whom it preempts for whom and why.
class CycleReferenceTest {
  private static final long SEED = 90_210;
  private static final int WORLDS = 20_000;
  private static final Instant NOW = RandomQuotaWorlds.START.plusSeconds(9_000);

  private final AdmissionCycle cycle = new AdmissionCycle();

  @Test
  void decidesOnHeadsAsTheSlowVersionDoes() {
    compare(1, PlainHeadsCycle::deeds);
  }

  @Test
  void decidesOnAllJobsAsTheSlowVersionDoes() {
    compare(0, PlainOpenCycle::deeds);
  }

  private void compare(int headsPerProject, Function<World, List<String>> slow) {
    int admitted = 0;
    int preempted = 0;
    for (long seed = SEED; seed < SEED + WORLDS; seed++) {
      World world = RandomQuotaWorlds.of(seed, headsPerProject);
      List<String> deeds = deeds(cycle.plan(world, NOW));
      assertThat(deeds).as("seed %d", seed).isEqualTo(slow.apply(world));
      admitted += (int) deeds.stream().filter(it -> it.startsWith("admit")).count();
      preempted += (int) deeds.stream().filter(it -> it.startsWith("preempt")).count();
    }
    assertThat(admitted).isGreaterThan(WORLDS / 2);
    assertThat(preempted).isGreaterThan(WORLDS / 10);
  }

  static List<String> deeds(CyclePlan plan) {
    List<String> lines = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      switch (step) {
        case PlanStep.Admit(var job, var assignments, _) ->
            lines.add(
                "admit %s %s"
                    .formatted(
                        job,
                        String.join(
                            ", ",
                            assignments.stream()
                                .map(
                                    it ->
                                        "%s %d %s".formatted(it.podSet(), it.count(), it.flavors()))
                                .toList())));
        case PlanStep.Preempt(var job, var claimant, var reason) ->
            lines.add("preempt %s for %s %s".formatted(job, claimant, reason.code()));
        case PlanStep.Drain drain -> lines.add("drain " + drain.job());
        case PlanStep.Reject _ -> {}
      }
    }
    return lines.stream().sorted().toList();
  }
}
