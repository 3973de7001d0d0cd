package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.WorldMemory.Spent;
import io.gpuaas.placement.internal.engine.HalfLife;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What projects have used over their quota, older use counting less, from usage events in their
/// order. Mutable.
public final class SpentShares {
  private final HalfLife halfLife;
  private final SortedMap<RunId, Borrower> runs = new TreeMap<>();
  private final SortedMap<String, Sum> sums = new TreeMap<>();

  public SpentShares(long halfLifeMillis) {
    halfLife = new HalfLife(halfLifeMillis);
  }

  private record Borrower(String project, long milliGpus) {}

  private record Sum(Instant at, double spent, long rate) {}

  /// Events of runs whose bind is not known, and of nodes, change nothing.
  public void apply(UsageEvent event) {
    switch (event) {
      case UsageEvent.RunBound(_, Instant at, UsageEvent.RunRef run, List<GpuHolding> holdings) ->
          hold(run.run(), run.project(), borrowed(holdings), at);
      case UsageEvent.RunReclassified(_, Instant at, RunId run, List<GpuHolding> holdings) -> {
        Borrower known = runs.get(run);
        if (known != null) {
          hold(run, known.project, borrowed(holdings), at);
        }
      }
      case UsageEvent.RunReleased(_, Instant at, RunId run, _, _) -> {
        Borrower known = runs.get(run);
        if (known != null) {
          hold(run, known.project, 0, at);
          runs.remove(run);
        }
      }
      case UsageEvent.RunPlaced _,
          UsageEvent.RunStarted _,
          UsageEvent.RunStopping _,
          UsageEvent.RunEnded _,
          UsageEvent.NodeCapacity _ -> {}
    }
  }

  private static long borrowed(List<GpuHolding> holdings) {
    return holdings.stream()
        .filter(it -> it.usageClass() == UsageClass.BORROWED)
        .mapToLong(GpuHolding::milliGpus)
        .sum();
  }

  private void hold(RunId run, String project, long milliGpus, Instant at) {
    Borrower before = runs.put(run, new Borrower(project, milliGpus));
    long change = milliGpus - (before == null ? 0 : before.milliGpus);
    Sum sum = sums.getOrDefault(project, new Sum(at, 0, 0));
    long elapsed = at.toEpochMilli() - sum.at.toEpochMilli();
    double spent = halfLife.after(sum.spent, sum.rate, elapsed);
    sums.put(project, new Sum(elapsed < 0 ? sum.at : at, spent, sum.rate + change));
  }

  /// By project, as of its last event.
  public SortedMap<String, Spent> spent() {
    SortedMap<String, Spent> result = new TreeMap<>();
    sums.forEach((project, sum) -> result.put(project, new Spent(sum.at, sum.spent)));
    return Collections.unmodifiableSortedMap(result);
  }
}
