package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which GPUs of a project are the borrowed ones.
///
/// The rule: per pool, runs that cannot be preempted come first, then earlier bound ones, then the
/// smaller run id. Going through them in this order, GPUs are nominal until the project's nominal
/// quota of the pool is used up; the rest is borrowed. One run may be partly each.
public final class UsageClasses {
  private static final Comparator<Holder> ORDER =
      Comparator.comparing(Holder::preemptible)
          .thenComparing(Holder::boundAt)
          .thenComparing(Holder::run);

  private UsageClasses() {}

  /// GPUs of one model in one pool, class not yet decided.
  public record Amount(String pool, String model, long milliGpus) {}

  /// A run that holds GPUs; its amounts in pool and model order.
  public record Holder(RunId run, boolean preemptible, Instant boundAt, List<Amount> amounts) {
    public Holder {
      amounts = List.copyOf(amounts);
    }
  }

  /// Holdings by run. `nominalMilliGpus` is the project's nominal quota by pool; a pool that is not
  /// named has none.
  public static SortedMap<RunId, List<GpuHolding>> split(
      List<Holder> holders, SortedMap<String, Long> nominalMilliGpus) {
    SortedMap<String, Long> left = new TreeMap<>(nominalMilliGpus);
    SortedMap<RunId, List<GpuHolding>> result = new TreeMap<>();
    for (Holder holder : holders.stream().sorted(ORDER).toList()) {
      List<GpuHolding> holdings = new ArrayList<>();
      for (Amount amount : holder.amounts()) {
        add(holdings, amount, left);
      }
      result.put(holder.run(), List.copyOf(holdings));
    }
    return result;
  }

  private static void add(List<GpuHolding> holdings, Amount amount, SortedMap<String, Long> left) {
    long nominal = Math.min(amount.milliGpus(), left.getOrDefault(amount.pool(), 0L));
    if (nominal > 0) {
      holdings.add(new GpuHolding(amount.pool(), amount.model(), UsageClass.NOMINAL, nominal));
      left.merge(amount.pool(), -nominal, Long::sum);
    }
    if (amount.milliGpus() > nominal) {
      holdings.add(
          new GpuHolding(
              amount.pool(), amount.model(), UsageClass.BORROWED, amount.milliGpus() - nominal));
    }
  }
}
