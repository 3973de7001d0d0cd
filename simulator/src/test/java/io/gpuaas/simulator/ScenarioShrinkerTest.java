package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ScenarioShrinkerTest {
  private static final int WORLDS = 200;

  /// A fault that needs one job, one node and one event leaves these three alone.
  @Test
  void keepsOnlyWhatTheFaultNeeds() {
    int shrunk = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      Scenario scenario = ScenarioGenerator.scenario(seed);
      List<Scenario.Event> quotas = quotaEvents(scenario);
      if (!scenario.nodes().isEmpty() && !quotas.isEmpty()) {
        JobId job = scenario.jobs().getLast().id();
        NodeRef node = scenario.nodes().getFirst().ref();
        Scenario.Event event = quotas.getLast();
        Scenario small =
            ScenarioShrinker.shrink(
                scenario,
                it ->
                    it.jobs().stream().anyMatch(one -> one.id().equals(job))
                        && it.nodes().stream().anyMatch(one -> one.ref().equals(node))
                        && it.events().contains(event));
        assertThat(small.jobs()).as("seed %d", seed).containsExactly(scenario.jobs().getLast());
        assertThat(small.nodes()).as("seed %d", seed).containsExactly(scenario.nodes().getFirst());
        assertThat(small.events()).as("seed %d", seed).containsExactly(event);
        shrunk++;
      }
    }
    assertThat(shrunk).isGreaterThan(10);
  }

  /// Nothing more can be dropped alone, and no event speaks of what is not there any more.
  @Test
  void dropsNoMoreThanShowsTheFault() {
    for (long seed = 1; seed <= WORLDS; seed++) {
      Predicate<Scenario> shows = it -> it.jobs().size() >= 2 && it.events().size() >= 2;
      Scenario scenario = ScenarioGenerator.scenario(seed);
      if (shows.test(scenario)) {
        Scenario small = ScenarioShrinker.shrink(scenario, shows);
        assertThat(small.jobs()).as("seed %d", seed).hasSize(2);
        assertThat(small.events()).as("seed %d", seed).hasSize(2);
        for (Scenario.Event event : small.events()) {
          assertThat(speaksOfWhatIsThere(small, event)).as("seed %d", seed).isTrue();
        }
        assertThat(small.nodes()).as("seed %d", seed).hasSizeLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void leavesAScenarioAloneOfWhichAllIsNeeded() {
    for (long seed = 1; seed <= WORLDS; seed++) {
      Scenario scenario = ScenarioGenerator.scenario(seed);
      assertThat(ScenarioShrinker.shrink(scenario, scenario::equals)).isEqualTo(scenario);
    }
  }

  /// What is printed of a failing world is played as the world is.
  @Test
  void aFailingWorldIsPrintedAsADocument() {
    for (long seed = 1; seed <= WORLDS; seed++) {
      Scenario scenario = ScenarioGenerator.scenario(seed);
      String document = FailingWorld.document("seed " + seed, scenario, it -> it.jobs().size() > 1);
      SimulationResult played = Simulation.run(document);
      assertThat(played).as(document).isInstanceOf(SimulationResult.Played.class);
      assertThat(document).startsWith("# seed " + seed);
      played.toText().lines().forEach(line -> assertThat(document).contains("# " + line));
    }
  }

  private static List<Scenario.Event> quotaEvents(Scenario scenario) {
    List<Scenario.Event> events = new ArrayList<>(scenario.events());
    events.removeIf(event -> !(event instanceof Scenario.Event.SetQuota));
    return events;
  }

  private static boolean speaksOfWhatIsThere(Scenario scenario, Scenario.Event event) {
    return switch (event) {
      case Scenario.Event.Cancel cancel ->
          scenario.jobs().stream().anyMatch(job -> job.id().equals(cancel.job()));
      case Scenario.Event.NodeChanged change ->
          scenario.nodes().stream().map(Node::ref).anyMatch(change.node()::equals);
      case Scenario.Event.SetQuota _, Scenario.Event.Stop _ -> true;
    };
  }
}
