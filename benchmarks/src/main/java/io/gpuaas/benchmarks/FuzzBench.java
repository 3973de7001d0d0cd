package io.gpuaas.benchmarks;

import io.gpuaas.simulator.FailingWorld;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.ScenarioGenerator;
import io.gpuaas.simulator.Simulation;
import io.gpuaas.simulator.SimulationResult.Played;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// `bench fuzz --worlds N [--from SEED]`: random worlds, each played to its end with the invariants
/// checked after every cycle, as many at once as there are processors. The first failing world is
/// shrunk and printed as a document.
final class FuzzBench implements Bench {
  @Override
  public String name() {
    return "fuzz";
  }

  @Override
  public List<String> options() {
    return List.of("worlds", "from");
  }

  @Override
  public List<String> targets() {
    return List.of("fuzz/WORLDS: 0 worlds in which an invariant breaks (--worlds 1000000)");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    long worlds = options.number("worlds", 20_000);
    long from = options.number("from", 1);
    long started = System.nanoTime();
    long[] broken =
        LongStream.range(from, from + worlds)
            .parallel()
            .filter(seed -> !isSound(ScenarioGenerator.scenario(seed)))
            .sorted()
            .toArray();
    if (broken.length > 0) {
      Scenario first = ScenarioGenerator.scenario(broken[0]);
      String title = "seed " + broken[0];
      System.err.print(FailingWorld.document(title, first, it -> !isSound(it)));
    }
    double seconds = Stopwatch.millisSince(started) / 1000;
    report.accept(
        Measurement.lower("fuzz/" + worlds, (double) broken.length, "worlds", 0)
            .with("seconds", seconds)
            .with("worldsPerSecond", worlds / seconds)
            .with("firstSeed", from));
  }

  private static boolean isSound(Scenario scenario) {
    return Simulation.run(scenario) instanceof Played played && played.violations().isEmpty();
  }
}
