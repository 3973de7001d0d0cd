package io.gpuaas.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// `bench openb [--data DIR] [--trace T|all] [--seeds 42-51] [--policy P]`: packing quality in the
/// published FGD experiment. Replaying the published policies checks the replay.
final class OpenbBench implements Bench {
  private static final List<String> HANDED =
      List.of(
          "default",
          "multigpu20",
          "multigpu40",
          "gpushare40",
          "gpushare80",
          "gpuspec10",
          "gpuspec25",
          "cpu050",
          "cpu100");

  private static final List<String> PUBLISHED = List.of("fgd", "bestfit");

  private interface Maker {
    OpenbPlacer make(OpenbTrace trace, OpenbTrace.Order order);
  }

  private static final SequencedMap<String, Maker> POLICIES = policies();

  private static SequencedMap<String, Maker> policies() {
    SequencedMap<String, Maker> table = new LinkedHashMap<>();
    table.put("fgd", (trace, order) -> scored(trace, order, new FragmentationGradient(trace)));
    table.put("bestfit", (trace, order) -> scored(trace, order, new BestFit()));
    table.put("ours", (trace, order) -> new EnginePlacer(trace, order, true));
    table.put("ours-known-mix", (trace, order) -> new EnginePlacer(trace, order, false));
    return table;
  }

  private static OpenbPlacer scored(OpenbTrace trace, OpenbTrace.Order order, OpenbPolicy policy) {
    return new ScoredPlacer(trace, order, policy);
  }

  @Override
  public String name() {
    return "openb";
  }

  @Override
  public List<String> options() {
    return List.of("data", "trace", "seeds", "policy");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "openb/fgd/T/100 and /130 as published, within 0.01 (checks the replay, ten seeds)",
        "openb/bestfit/T/100 and /130 as published, within 0.01 (checks the replay, ten seeds)",
        "openb/ours/T/100 and /130 above FGD, no more CPU-only pods refused, nothing that fits;"
            + " <= 0.2 ms a decision; openb/ours/default/130 >= 96.5 %");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) throws Exception {
    Path data = Path.of(options.text("data", "../shared/data/openb"));
    String traces = options.text("trace", "default");
    String only = options.text("policy", "");
    if (!only.isEmpty() && !POLICIES.containsKey(only)) {
      throw new IllegalArgumentException(
          "--policy (%s) must be one of %s.".formatted(only, POLICIES.keySet()));
    }
    OpenbReference reference = OpenbReference.read(data);
    for (String trace : traces.equals("all") ? HANDED : List.of(traces.split(","))) {
      measure(OpenbTrace.read(data, trace), trace, only, options, reference, report);
    }
  }

  private static void measure(
      OpenbTrace trace,
      String name,
      String only,
      Options options,
      OpenbReference reference,
      Consumer<Measurement> report) {
    List<Integer> seeds = options.numbers("seeds", "42-51");
    OpenbFigures fgd = null;
    for (var policy : POLICIES.entrySet()) {
      if (only.isEmpty() || only.equals(policy.getKey())) {
        List<OpenbRun> runs = new ArrayList<>();
        for (int seed : seeds) {
          OpenbTrace.Order order = trace.order(seed);
          OpenbRun run = new OpenbRun(trace, order, policy.getValue().make(trace, order));
          run.play();
          runs.add(run);
        }
        OpenbFigures figures = new OpenbFigures(policy.getKey(), name, runs);
        fgd = policy.getKey().equals("fgd") ? figures : fgd;
        if (PUBLISHED.contains(policy.getKey())) {
          figures.asPublished(reference).forEach(report);
        } else {
          figures.against(fgd, reference).forEach(report);
        }
      }
    }
  }
}
