package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.MixLearner;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.simulator.SimulationResult.Played;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A snapshot of a live world, written down and played, decides as the engine does on that world;
/// under hidden names too.
class SnapshotPropertyTest {
  private static final Instant START = Instant.parse("2026-05-01T08:00:00Z");

  private final AdmissionCycle cycle = new AdmissionCycle();

  /// Begins to wait now, so that some are patient still.
  private static Workload queued(Scenario.Job job, Instant now) {
    Workload workload = job.workload().withWaitsSince(now);
    return workload.placement() == PlacementStrategy.LEAST_FRAGMENTATION
        ? workload.withPlacement(null)
        : workload;
  }

  @Test
  void playedSnapshotsDecideAsTheLiveWorldDoes() {
    int decided = 0;
    for (long seed = 0; seed < 400; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Scenario scenario = ScenarioGenerator.scenario(seed);
      MixLearner learner = new MixLearner();
      World world =
          World.of(scenario.config(), scenario.policy(), scenario.nodes(), List.of(), List.of());
      int next = 0;
      for (int round = 0; round < 8; round++) {
        Instant now = START.plusSeconds(200L * round);
        List<WorldChange> changes = ended(world, random, now);
        for (int i = 0; i < 3 && next < scenario.jobs().size(); i++) {
          Workload workload = queued(scenario.jobs().get(next++), now);
          changes.add(new WorldChange.Queued(workload));
          learner.arrived(workload);
        }
        if (learner.isWorthTelling()) {
          changes.add(new WorldChange.MixLearnt(learner.mix()));
        }
        world = world.with(changes);
        CyclePlan plan = cycle.plan(world, now);
        List<String> expected = plan.steps().stream().map(SnapshotPropertyTest::line).toList();
        Scenario snapshot = Snapshot.of(world, now);
        assertThat(deeds(snapshot)).as("seed %d round %d", seed, round).isEqualTo(expected);
        assertThat(deeds(Mask.masked(snapshot)))
            .as("masked, seed %d round %d", seed, round)
            .isEqualTo(renamed(expected, snapshot));
        decided += expected.size();
        world = world.with(applied(plan, now));
      }
    }
    assertThat(decided).isGreaterThan(1000);
  }

  private static List<WorldChange> ended(World world, SplittableRandom random, Instant now) {
    List<WorldChange> changes = new ArrayList<>();
    for (HeldWorkload held : world.held()) {
      if (random.nextInt(held.evicting() ? 2 : 4) == 0) {
        changes.add(new WorldChange.Released(held.workload().id(), now));
        if (held.evicting()) {
          changes.add(new WorldChange.Queued(held.workload()));
        }
      }
    }
    return changes;
  }

  private static List<WorldChange> applied(CyclePlan plan, Instant now) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      changes.add(
          switch (step) {
            case PlanStep.Admit(var job, var assignments, _) ->
                new WorldChange.Admitted(job, assignments, now);
            case PlanStep.Preempt(var job, var claimant, _) ->
                new WorldChange.Evicting(job, claimant, now);
            case PlanStep.Drain(var job, _) -> new WorldChange.Evicting(job, null, now);
            case PlanStep.Reject(var job, _) -> new WorldChange.Unqueued(job);
          });
    }
    return changes;
  }

  private static String line(PlanStep step) {
    return switch (step) {
      case PlanStep.Admit(var job, var assignments, _) -> admit(job, assignments);
      case PlanStep.Preempt(var job, var claimant, var reason) ->
          "preempt %s for %s %s".formatted(job, claimant, reason.code());
      case PlanStep.Drain(var job, var reason) -> drain(job, reason.code());
      case PlanStep.Reject(var job, _) -> "reject " + job;
    };
  }

  private static String admit(JobId job, List<PodSetAssignment> assignments) {
    List<String> places = new ArrayList<>();
    for (PodSetAssignment assignment : assignments) {
      assignment.nodes().forEach(it -> places.add(it.count() + " " + it.devices() + it.starts()));
    }
    return "admit %s %s".formatted(job, places);
  }

  private static String drain(JobId job, String reason) {
    return "drain %s %s".formatted(job, reason);
  }

  private static List<String> deeds(Scenario scenario) {
    SimulationResult result = Simulation.run(Simulation.toDocument(scenario));
    assertThat(result).as(result.toText()).isInstanceOf(Played.class);
    List<String> lines = new ArrayList<>();
    for (Decision decision : ((Played) result).decisions()) {
      switch (decision) {
        case Decision.Admit admit -> lines.add(admit(admit.job(), admit.podSets()));
        case Decision.Preempt(_, var job, @Nullable JobId by, String reason) ->
            lines.add(
                by == null
                    ? drain(job, reason)
                    : "preempt %s for %s %s".formatted(job, by, reason));
        case Decision.Reject reject -> lines.add("reject " + reject.job());
        case Decision.Wait _, Decision.End _, Decision.Fail _ -> {}
      }
    }
    return lines;
  }

  /// Masked names are the old ones' numbers in their order.
  private static List<String> renamed(List<String> lines, Scenario snapshot) {
    SortedMap<String, String> names = new TreeMap<>();
    snapshot.jobs().forEach(job -> names.put(job.id().value(), ""));
    int digits = Integer.toString(names.size()).length();
    int number = 1;
    for (var entry : names.entrySet()) {
      entry.setValue("job-" + ("%0" + digits + "d").formatted(number++));
    }
    List<String> result = new ArrayList<>();
    for (String line : lines) {
      List<String> words = new ArrayList<>();
      for (String word : line.split(" ")) {
        words.add(names.getOrDefault(word, word));
      }
      result.add(String.join(" ", words));
    }
    return result;
  }
}
