package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.SimulationResult.Played;
import org.junit.jupiter.api.Test;

/// What holds for every world, tried on random ones. A failing world is shrunk and printed as a
/// document that `gpuaas simulate` can play.
class RandomScenarioPropertyTest {
  private static final int WORLDS = 2_000;

  private static boolean isSound(Scenario scenario) {
    return Simulation.run(scenario) instanceof Played played && played.violations().isEmpty();
  }

  @Test
  void noWorldBreaksAnInvariant() {
    for (long seed = 1; seed <= WORLDS; seed++) {
      Scenario scenario = ScenarioGenerator.scenario(seed);
      if (!isSound(scenario)) {
        assertThat(FailingWorld.document("seed " + seed, scenario, it -> !isSound(it))).isEmpty();
      }
    }
  }

  @Test
  void equalScenariosGiveEqualBytes() {
    for (long seed = 1; seed <= 300; seed++) {
      String first = Simulation.run(ScenarioGenerator.scenario(seed)).toJson();
      String second = Simulation.run(ScenarioGenerator.scenario(seed)).toJson();
      assertThat(second).as("seed %d", seed).isEqualTo(first);
    }
  }

  @Test
  void whatIsWrittenIsReadBackAsTheSame() throws Exception {
    for (long seed = 1; seed <= 300; seed++) {
      Scenario scenario = ScenarioGenerator.scenario(seed);
      String document = Simulation.toDocument(scenario);
      Scenario read = io.gpuaas.simulator.internal.edge.ScenarioReader.read(document);
      assertThat(read).as("seed %d", seed).isEqualTo(scenario);
    }
  }
}
