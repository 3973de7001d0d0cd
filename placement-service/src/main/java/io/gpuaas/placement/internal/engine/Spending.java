package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Resources;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.WorldMemory.Spent;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/// What each project has used above its own quota, older use counting less: GPU-milliseconds halve
/// with each half-life. Between two changes the rate of use is constant, so the sum is exact.
///
/// Mutable; a world keeps its own [#copy]. Without a half-life it is empty.
final class Spending {
  private static final double HOUR = 3_600_000.0 * 1000;

  private final HalfLife halfLife;
  private final long[] since;
  private final double[] spent;
  private final long[] rate;

  private Spending(HalfLife halfLife, long[] since, double[] spent, long[] rate) {
    this.halfLife = halfLife;
    this.since = since;
    this.spent = spent;
    this.rate = rate;
  }

  /// @param start of projects that nothing is known of
  static Spending of(
      QueueOrder order, QuotaUsage usage, SortedMap<String, Spent> known, Instant start) {
    QuotaTree tree = usage.tree();
    int projects = order.countsPast() ? tree.projectCount() : 0;
    Spending result =
        new Spending(
            new HalfLife(order.halfLifeMillis()),
            new long[projects],
            new double[projects],
            new long[projects]);
    for (int project = 0; project < projects; project++) {
      Spent before = known.get(tree.name(project));
      result.since[project] = (before == null ? start : before.at()).toEpochMilli();
      result.spent[project] = before == null ? 0 : before.milliGpuMillis();
      result.rate[project] = overQuota(usage, project);
    }
    return result;
  }

  Spending copy() {
    return since.length == 0
        ? this
        : new Spending(halfLife, since.clone(), spent.clone(), rate.clone());
  }

  boolean isKept() {
    return since.length > 0;
  }

  /// Thousandths of GPUs.
  private static long overQuota(QuotaUsage usage, int project) {
    QuotaTree tree = usage.tree();
    long over = 0;
    for (int cell = 0; cell < tree.cells().size(); cell++) {
      if (tree.cells().get(cell).resource().equals(Resources.GPU)) {
        long above = Amount.minus(usage.used(project, cell), tree.nominal(project, cell));
        over = Amount.plus(over, Amount.times(Math.max(0, above), 1000));
      }
    }
    return over;
  }

  /// The project's use has changed at `at`; before that it was as the last time.
  void changed(int project, QuotaUsage usage, Instant at) {
    if (isKept()) {
      long now = Math.max(at.toEpochMilli(), since[project]);
      spent[project] = at(project, now);
      since[project] = now;
      rate[project] = overQuota(usage, project);
    }
  }

  private double at(int project, long now) {
    return halfLife.after(spent[project], rate[project], now - since[project]);
  }

  double gpuHours(int project, Instant now) {
    return isKept() ? at(project, now.toEpochMilli()) / HOUR : 0;
  }

  SortedMap<String, Spent> toMemory(QuotaTree tree) {
    SortedMap<String, Spent> memory = new TreeMap<>();
    for (int project = 0; project < since.length; project++) {
      Instant at = Instant.ofEpochMilli(since[project]);
      memory.put(tree.name(project), new Spent(at, spent[project]));
    }
    return memory;
  }
}
