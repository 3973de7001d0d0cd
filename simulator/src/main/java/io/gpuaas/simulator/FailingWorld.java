package io.gpuaas.simulator;

import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A world that shows a fault, as a document to be read, kept and played: as small as it can be
/// made, with what came of it as comments.
public final class FailingWorld {
  private FailingWorld() {}

  /// The document that `gpuaas simulate` plays.
  ///
  /// @param name what the world is known by, for example `seed 17`
  /// @param shows whether a scenario shows the fault; true for `scenario`
  public static String document(String name, Scenario scenario, Predicate<Scenario> shows) {
    Scenario small = ScenarioShrinker.shrink(scenario, shows);
    String result =
        Simulation.run(small)
            .toText()
            .lines()
            .map(it -> "# " + it)
            .collect(Collectors.joining("\n"));
    return "# %s\n%s\n%s\n".formatted(name, Simulation.toDocument(small).strip(), result);
  }
}
