package io.gpuaas.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// `bench kueue-perf [--scenario baseline|large-scale|tas] [--virtual] [--data DIR]`: Kueue's own
/// performance scenarios against the clock on the wall, or as fast as they can be decided.
final class KueuePerfBench implements Bench {
  private static final SequencedMap<String, Double> TARGET_SECONDS = targetSeconds();

  private static SequencedMap<String, Double> targetSeconds() {
    SequencedMap<String, Double> targets = new LinkedHashMap<>();
    targets.put("baseline", 70.0);
    targets.put("large-scale", 10.0);
    targets.put("tas", Double.NaN);
    return targets;
  }

  @Override
  public String name() {
    return "kueue-perf";
  }

  @Override
  public List<String> options() {
    return List.of("data", "scenario", "virtual");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "kueue-perf/baseline <= 70 s (no decision cost at all: 66 s; Kueue's CI: 351 s)",
        "kueue-perf/large-scale <= 10 s (no decision cost at all: 4 s; Kueue's CI: 1,179 s)",
        "kueue-perf/tas (Kueue's CI: 401 s)");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) throws Exception {
    Path file = Path.of(options.text("data", "../shared/data/kueue_perf"), "workloads.csv");
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no " + file + "; say where with --data DIR.");
    }
    List<QueueClass> all = new ArrayList<>();
    Files.readAllLines(file).stream().skip(1).forEach(line -> all.add(QueueClass.of(line)));
    String only = options.text("scenario", "");
    if (!only.isEmpty() && !TARGET_SECONDS.containsKey(only)) {
      throw new IllegalArgumentException(
          "--scenario (%s) must be one of %s.".formatted(only, TARGET_SECONDS.keySet()));
    }
    for (String scenario : TARGET_SECONDS.keySet()) {
      if (only.isEmpty() || only.equals(scenario)) {
        List<QueueClass> classes =
            all.stream().filter(it -> it.scenario().equals(scenario)).toList();
        report.accept(measure(scenario, classes, options.flag("virtual")));
      }
    }
  }

  private static Measurement measure(String scenario, List<QueueClass> classes, boolean virtual) {
    KueuePerfRun run = new KueuePerfRun(classes, virtual);
    run.play();
    String name = "kueue-perf/" + scenario + (virtual ? "/virtual" : "");
    double target = TARGET_SECONDS.getOrDefault(scenario, Double.NaN);
    return run.describe(Measurement.lower(name, run.seconds(), "s", target));
  }

  /// One line of the table of workloads.
  record QueueClass(
      String scenario,
      int cohorts,
      int queuesPerCohort,
      long nominalCpu,
      long borrowingCpu,
      String name,
      int workloadsPerQueue,
      long intervalMillis,
      long runMillis,
      int priority,
      int pods,
      long milliCpuPerPod,
      String rule,
      String level,
      int sliceSize) {

    static QueueClass of(String line) {
      String[] cells = line.split(",", -1);
      return new QueueClass(
          cells[0],
          Integer.parseInt(cells[1]),
          Integer.parseInt(cells[2]),
          Long.parseLong(cells[3]),
          Long.parseLong(cells[4]),
          cells[5],
          Integer.parseInt(cells[6]),
          Long.parseLong(cells[7]),
          Long.parseLong(cells[8]),
          Integer.parseInt(cells[9]),
          Integer.parseInt(cells[10]),
          new java.math.BigDecimal(cells[11]).movePointRight(3).longValueExact(),
          cells[12],
          cells[13],
          cells[14].isEmpty() ? 0 : Integer.parseInt(cells[14]));
    }
  }
}
