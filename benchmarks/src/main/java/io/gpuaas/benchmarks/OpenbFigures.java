package io.gpuaas.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one policy made of one trace, over all seeds.
final class OpenbFigures {
  private static final int[] LOADS = {100, 130};
  private static final double DECISION_MS_MAX = 0.2;

  private final String policy;
  private final String trace;
  private final List<OpenbRun> runs;

  OpenbFigures(String policy, String trace, List<OpenbRun> runs) {
    this.policy = policy;
    this.trace = trace;
    this.runs = List.copyOf(runs);
  }

  private double allocation(int load) {
    return runs.stream().mapToDouble(it -> it.allocationAt(load)).average().orElse(Double.NaN);
  }

  private double cpuPodsRefused() {
    return runs.stream().mapToInt(it -> it.cpuPodsRefused).average().orElse(0);
  }

  private double decisionMillis() {
    long nanos = runs.stream().mapToLong(it -> it.decisionNanos).sum();
    return nanos / 1e6 / runs.stream().mapToLong(it -> it.decisions).sum();
  }

  private double cpuMillis() {
    long nanos = runs.stream().mapToLong(it -> it.cpuNanos).sum();
    return nanos / 1e6 / runs.stream().mapToLong(it -> it.decisions).sum();
  }

  private Measurement measured(int load, double target) {
    String name = "openb/" + policy + "/" + trace + "/" + load;
    return Measurement.higher(name, allocation(load), "%", target)
        .with("seeds", runs.size())
        .with("cpuPodsRefused", cpuPodsRefused())
        .with("gpuPodsRefused", runs.stream().mapToInt(it -> it.gpuPodsRefused).average().orElse(0))
        .expect("fittingPodsRefused", 0, runs.stream().mapToLong(it -> it.fittingPodsRefused).sum())
        .with("meanDecisionMs", decisionMillis())
        .with("meanCpuMs", cpuMillis());
  }

  /// A published policy: over ten seeds its figures must be the published ones.
  List<Measurement> asPublished(OpenbReference reference) {
    List<Measurement> result = new ArrayList<>();
    for (int load : LOADS) {
      double published = reference.of(policy, trace, load);
      Measurement measurement = measured(load, Double.NaN);
      if (!Double.isNaN(published) && runs.size() == 10) {
        boolean same = Math.abs(allocation(load) - published) <= 0.0101;
        measurement = measurement.with("published", published).expect("same", 1, same ? 1 : 0);
      }
      result.add(measurement);
    }
    return result;
  }

  /// Ours: above FGD, as measured in the same call if it was, else as published.
  List<Measurement> against(@Nullable OpenbFigures fgd, OpenbReference reference) {
    List<Measurement> result = new ArrayList<>();
    for (int load : LOADS) {
      double theirs = fgd == null ? reference.of("fgd", trace, load) : fgd.allocation(load);
      double goal = trace.equals("default") && load == 130 ? 96.5 : theirs;
      Measurement measurement =
          measured(load, goal)
              .with("fgd", theirs)
              .with("overFgd", allocation(load) - theirs)
              .expect("fastEnough", 1, decisionMillis() <= DECISION_MS_MAX ? 1 : 0);
      if (fgd != null) {
        boolean fewer = cpuPodsRefused() <= fgd.cpuPodsRefused();
        measurement =
            measurement
                .with("cpuPodsRefusedByFgd", fgd.cpuPodsRefused())
                .expect("noMoreCpuPodsRefused", 1, fewer ? 1 : 0);
      }
      result.add(measurement);
    }
    return result;
  }
}
