package io.gpuaas.benchmarks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// `bench openb [--data DIR] [--trace T] [--seeds 42-51] [--policy fgd|bestfit]`: packing quality
/// in the published FGD experiment. Replaying the published policies checks the replay.
final class OpenbBench implements Bench {
  private static final SequencedMap<String, Function<OpenbTrace, OpenbPolicy>> POLICIES =
      policies();

  private static SequencedMap<String, Function<OpenbTrace, OpenbPolicy>> policies() {
    SequencedMap<String, Function<OpenbTrace, OpenbPolicy>> table = new LinkedHashMap<>();
    table.put("fgd", FragmentationGradient::new);
    table.put("bestfit", _ -> new BestFit());
    table.put("expected-fill", ExpectedFill::new);
    return table;
  }

  @Override
  public String name() {
    return "openb";
  }

  @Override
  public List<String> targets() {
    return List.of(
        "openb/fgd/default/130 within 0.01 of the published 95.39 (checks the replay)",
        "openb/bestfit/default/130 within 0.01 of the published 93.08 (checks the replay)");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) throws Exception {
    Path data = Path.of(options.text("data", "../shared/data/openb"));
    String name = options.text("trace", "default");
    OpenbTrace trace = OpenbTrace.read(data, name);
    String only = options.text("policy", "");
    for (var policy : POLICIES.entrySet()) {
      if (only.isEmpty() || only.equals(policy.getKey())) {
        List<Integer> seeds = options.numbers("seeds", "42-51");
        measure(trace, name, policy.getKey(), policy.getValue(), seeds, report);
      }
    }
  }

  private static void measure(
      OpenbTrace trace,
      String name,
      String policyName,
      Function<OpenbTrace, OpenbPolicy> make,
      List<Integer> seeds,
      Consumer<Measurement> report) {
    double at100 = 0;
    double at130 = 0;
    long cpuRefused = 0;
    long gpuRefused = 0;
    long fitting = 0;
    long decisions = 0;
    long nanos = 0;
    for (int seed : seeds) {
      OpenbRun run = new OpenbRun(trace, trace.order(seed), make.apply(trace));
      run.play();
      at100 += run.allocationAt(100) / seeds.size();
      at130 += run.allocationAt(130) / seeds.size();
      cpuRefused += run.cpuPodsRefused;
      gpuRefused += run.gpuPodsRefused;
      fitting += run.fittingPodsRefused;
      decisions += run.decisions;
      nanos += run.decisionNanos;
    }
    String prefix = "openb/" + policyName + "/" + name + "/";
    for (int load : new int[] {100, 130}) {
      double value = load == 100 ? at100 : at130;
      Measurement measurement =
          Measurement.higher(prefix + load, value, "%", Double.NaN)
              .with("seeds", seeds.size())
              .with("cpuPodsRefused", cpuRefused / (double) seeds.size())
              .with("gpuPodsRefused", gpuRefused / (double) seeds.size())
              .expect("fittingPodsRefused", 0, fitting)
              .with("meanDecisionMs", nanos / 1e6 / decisions);
      double published = published(policyName, name, load);
      boolean comparable = !Double.isNaN(published) && seeds.size() == 10;
      report.accept(
          comparable
              ? measurement
                  .with("published", published)
                  .expect("asPublished", 1, Math.abs(value - published) <= 0.0101 ? 1 : 0)
              : measurement);
    }
  }

  /// Means over the seeds 42 to 51 as published, where they are checked here.
  private static double published(String policy, String trace, int load) {
    return switch (policy + "/" + trace + "/" + load) {
      case "fgd/default/100" -> 95.23;
      case "fgd/default/130" -> 95.39;
      case "bestfit/default/100" -> 92.86;
      case "bestfit/default/130" -> 93.08;
      default -> Double.NaN;
    };
  }
}
