package io.gpuaas.benchmarks;

import io.gpuaas.simulator.ScenarioGenerator;
import io.gpuaas.simulator.Simulation;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// `bench simulate [--documents N | --file FILE]`: scenario documents played in one process, from
/// their text to the text of their results, and the start of the command that plays one.
///
/// What a document costs is what happens in it. The small one is the command's own example: 4
/// nodes, 3 jobs, 2 events. In the random worlds dozens of jobs wait, and each is told what would
/// help it.
final class SimulateBench implements Bench {
  private static final int STARTS = 11;
  private static final int STARTS_UNTIL_CACHED = 100;

  @Override
  public String name() {
    return "simulate";
  }

  @Override
  public List<String> options() {
    return List.of("documents", "file");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "simulate/small >= 2,000 documents/s: read, played and written; the same bytes each time",
        "simulate/worlds: the same of random worlds",
        "simulate/file: the same of the documents of --file",
        "simulate/start <= 600 ms: the command on one small document, its class cache made");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) throws Exception {
    String file = options.text("file", "");
    if (!file.isEmpty()) {
      report.accept(documents("simulate/file", Files.readString(Path.of(file)), Double.NaN));
      return;
    }
    long count = options.number("documents", 2000);
    String small = "---\n" + Files.readString(example());
    report.accept(documents("simulate/small", small.repeat((int) count), 2000));
    report.accept(documents("simulate/worlds", random(count), Double.NaN));
    report.accept(start());
  }

  private static Path simulator() {
    return Path.of(System.getProperty("gpuaas.home", "."), "simulator");
  }

  private static Path example() {
    return simulator().resolve("bin/warm-up.yaml");
  }

  private static String random(long count) {
    StringBuilder text = new StringBuilder();
    for (long seed = 1; seed <= count; seed++) {
      text.append("---\n").append(Simulation.toDocument(ScenarioGenerator.scenario(seed)));
    }
    return text.toString();
  }

  private static Measurement documents(String name, String documents, double target) {
    List<String> first = play(documents);
    var timed = Stopwatch.time(10, 20_000, () -> play(documents));
    boolean same = first.equals(timed.result());
    double perSecond = first.size() / timed.warmMillis() * 1000;
    return Measurement.higher(name, perSecond, "documents/s", target)
        .with("documents", first.size())
        .with("ms", timed.warmMillis())
        .with("cpuMs", timed.cpuMillis())
        .with("megabytesRead", documents.length() / 1e6)
        .expect("sameResults", 1, same ? 1 : 0);
  }

  private static List<String> play(String documents) {
    List<String> results = new ArrayList<>();
    try {
      Simulation.runAll(new StringReader(documents), result -> results.add(result.toJson()));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return results;
  }

  private static Measurement start() throws IOException, InterruptedException {
    Path cache = simulator().resolve("target/lib/simulate.aot");
    double first = startMillis();
    for (int i = 0; i < STARTS_UNTIL_CACHED && !Files.exists(cache); i++) {
      startMillis();
    }
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      millis.add(startMillis());
    }
    Collections.sort(millis);
    return Measurement.lower("simulate/start", millis.get(STARTS / 2), "ms", 600)
        .with("fastestMs", millis.getFirst())
        .with("slowestMs", millis.getLast())
        .with("firstMs", first)
        .expect("classesCached", 1, Files.exists(cache) ? 1 : 0);
  }

  /// From the call to the end of the process; its result must be the one of this process.
  private static double startMillis() throws IOException, InterruptedException {
    String expected = play(Files.readString(example())).getFirst();
    ProcessBuilder command =
        new ProcessBuilder(
            simulator().resolve("bin/simulate").toString(),
            "--format",
            "json",
            example().toString());
    command.redirectError(ProcessBuilder.Redirect.INHERIT);
    long started = System.nanoTime();
    Process process = command.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    double millis = Stopwatch.millisSince(started);
    if (status != 0 || !printed.strip().equals(expected.strip())) {
      throw new IllegalStateException(
          "the command ended with status %d and printed %s.".formatted(status, printed));
    }
    return millis;
  }
}
