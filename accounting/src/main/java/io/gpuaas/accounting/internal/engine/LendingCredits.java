package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.internal.engine.IdleShares.Place;
import io.gpuaas.core.GpuTime;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who is credited for GPUs that others borrowed.
///
/// Borrowed GPUs belong to no lender in particular. In each hour a part of what a borrower was
/// charged is shared among the other projects of its cohort by the guaranteed GPU-time that they
/// left unused and may lend. What nobody lent stays with the platform.
public final class LendingCredits {
  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  private final SortedMap<String, SortedMap<String, Guarantee>> byPool = new TreeMap<>();
  private final SortedMap<String, SortedMap<Place, Charge>> credits = new TreeMap<>();

  /// What is guaranteed in the hours that are added from now on.
  public void guaranteed(List<Guarantee> guarantees) {
    byPool.clear();
    guarantees.forEach(
        it -> byPool.computeIfAbsent(it.pool(), _ -> new TreeMap<>()).put(it.project(), it));
  }

  /// Adds an hour of a pool and model.
  ///
  /// @param percent of the charges that goes to the lenders
  /// @param millis how long the hour is; less than an hour at the edge of a month
  /// @param nominal what each project used of its guarantee in the pool, all models together
  /// @param borrowed what each borrower was charged for borrowed GPUs of the place
  public void add(
      Place place,
      int percent,
      long millis,
      SortedMap<String, GpuTime> nominal,
      SortedMap<String, Charge> borrowed) {
    SortedMap<String, Guarantee> guarantees =
        byPool.getOrDefault(place.pool(), Collections.emptySortedMap());
    borrowed.forEach(
        (borrower, charge) -> {
          Guarantee own = guarantees.get(borrower);
          if (own != null && !own.cohort().isEmpty()) {
            BigInteger part = charge.units().multiply(BigInteger.valueOf(percent)).divide(HUNDRED);
            share(place, part, weights(guarantees, own, millis, nominal));
          }
        });
  }

  private static SortedMap<String, BigInteger> weights(
      SortedMap<String, Guarantee> guarantees,
      Guarantee borrower,
      long millis,
      SortedMap<String, GpuTime> nominal) {
    SortedMap<String, BigInteger> weights = new TreeMap<>();
    for (Guarantee lender : guarantees.values()) {
      long used = nominal.getOrDefault(lender.project(), GpuTime.ZERO).milliGpuMillis();
      long unused = Math.multiplyExact(lender.milliGpus(), millis) - used;
      long lent = Math.min(unused, Math.multiplyExact(lender.lendableMilliGpus(), millis));
      boolean mayLend =
          lender.cohort().equals(borrower.cohort()) && !lender.project().equals(borrower.project());
      if (mayLend && lent > 0) {
        weights.put(lender.project(), BigInteger.valueOf(lent));
      }
    }
    return weights;
  }

  private void share(Place place, BigInteger units, SortedMap<String, BigInteger> weights) {
    if (weights.isEmpty()) {
      return;
    }
    BigInteger sum = weights.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    List<BigInteger> parts =
        weights.values().stream().map(weight -> weight.multiply(units)).toList();
    var shares = Apportion.rounded(parts, sum, 0).iterator();
    weights
        .keySet()
        .forEach(
            lender ->
                credits
                    .computeIfAbsent(lender, _ -> new TreeMap<>())
                    .merge(place, new Charge(shares.next().toBigIntegerExact()), Charge::plus));
  }

  /// By lender and place; none is negative.
  public SortedMap<String, SortedMap<Place, Charge>> credits() {
    return Collections.unmodifiableSortedMap(credits);
  }
}
