package io.gpuaas.simulator;

import io.gpuaas.simulator.internal.edge.DocumentException;
import io.gpuaas.simulator.internal.edge.DocumentSplitter;
import io.gpuaas.simulator.internal.edge.ScenarioReader;
import io.gpuaas.simulator.internal.edge.ScenarioWriter;
import io.gpuaas.simulator.internal.engine.Player;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.function.Consumer;

/// Plays scenario documents with the engines that decide in production, on a clock of their own and
/// without any database.
public final class Simulation {
  private Simulation() {}

  /// Plays the one document in `document`, YAML or JSON. Never throws on what it says.
  public static SimulationResult run(String document) {
    try {
      return run(ScenarioReader.read(document));
    } catch (DocumentException fault) {
      return new SimulationResult.Refused(fault.name(), fault.faults());
    }
  }

  /// Plays `scenario`.
  public static SimulationResult run(Scenario scenario) {
    try {
      return new Player(scenario).play();
    } catch (RuntimeException bug) {
      StackTraceElement[] trace = bug.getStackTrace();
      String where = trace.length == 0 ? "" : " at " + trace[0];
      DocumentFault fault =
          new DocumentFault("", "INTERNAL", bug + where, "This is a fault of the simulator itself");
      return new SimulationResult.Refused(scenario.name(), List.of(fault));
    }
  }

  /// Plays the documents of a stream, separated by `---` lines, in order and one at a time.
  public static void runAll(Reader documents, Consumer<SimulationResult> results)
      throws IOException {
    DocumentSplitter splitter = new DocumentSplitter(documents);
    for (String text = splitter.next(); text != null; text = splitter.next()) {
      results.accept(run(text));
    }
  }

  /// `scenario` as a YAML document that [#run(String)] reads back as the same scenario.
  public static String toDocument(Scenario scenario) {
    return ScenarioWriter.write(scenario);
  }
}
