package io.gpuaas.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// `bench jmh [--only TEXT]`: the [Kernels] by JMH, each in a process of its own.
final class JmhBench implements Bench {
  /// JMH reaches into `sun.misc.Unsafe`, of which newer JDKs warn.
  private static final String UNSAFE_ALLOWED = "--sun-misc-unsafe-memory-access=allow";

  private static final Map<String, Double> TARGET_MICROS = Map.of("jmh/least-fragmentation", 200.0);

  @Override
  public String name() {
    return "jmh";
  }

  @Override
  public List<String> options() {
    return List.of("only");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "jmh/available-quota: what a project may still use, five cohorts deep",
        "jmh/flavor-assignment: a decision between eight flavors, by quota alone",
        "jmh/topology-search: a decision on a gang of 512 GPUs in rack slices on 1,000 nodes",
        "jmh/victim-search: a decision that clears 10 of 100 nodes of 80 jobs",
        "jmh/least-fragmentation <= 200 us: a decision on one pod on 1,000 nodes");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) throws Exception {
    String only = options.text("only", "");
    var chosen =
        new OptionsBuilder()
            .include(Kernels.class.getName() + "\\." + methodPattern(only))
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .jvmArgsAppend("-Djmh.ignoreLock=true", UNSAFE_ALLOWED)
            .build();
    System.setProperty("jmh.ignoreLock", "true");
    for (RunResult result : new Runner(chosen).run()) {
      report.accept(measurement(result));
    }
  }

  /// `victim-search` or a part of it as a pattern of method names.
  private static String methodPattern(String only) {
    return ".*(?i:" + only.replace("-", "") + ").*";
  }

  private static Measurement measurement(RunResult result) {
    String method = result.getParams().getBenchmark();
    String words =
        method
            .substring(method.lastIndexOf('.') + 1)
            .replaceAll("([A-Z])", "-$1")
            .toLowerCase(Locale.ROOT);
    Result<?> primary = result.getPrimaryResult();
    String name = "jmh/" + words;
    double target = TARGET_MICROS.getOrDefault(name, Double.NaN);
    return Measurement.lower(name, primary.getScore(), "us", target)
        .with("error", primary.getScoreError())
        .with("samples", primary.getSampleCount());
  }
}
