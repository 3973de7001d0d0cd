package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.IdleCosts.IdleCost;
import io.gpuaas.accounting.IdleCosts.Policy;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Prices idle GPUs and shares the cost out.
public final class IdleShares {
  private final PriceBook prices;
  private final Policy policy;
  private final SortedMap<Place, Sum> sums = new TreeMap<>();

  public IdleShares(PriceBook prices, Policy policy) {
    this.prices = prices;
    this.policy = policy;
  }

  /// A pool and a GPU model.
  public record Place(String pool, String model) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byPool = pool.compareTo(other.pool);
      return byPool != 0 ? byPool : model.compareTo(other.model);
    }
  }

  /// What a project held of a place in the asked time.
  public record Held(GpuTime nominal, GpuTime all) {}

  private record Sum(GpuTime idle, GpuTime unpriced, Charge cost) {
    Sum plus(Sum more) {
      return new Sum(idle.plus(more.idle), unpriced.plus(more.unpriced), cost.plus(more.cost));
    }
  }

  /// Adds the idle GPUs of one hour, at the price that holds when the hour begins.
  public void add(ConservationQueries.Row row) {
    RateKey key =
        new RateKey(row.model(), row.pool(), UsageClass.NOMINAL.name(), UsageMeter.RUN.name());
    Instant hour = row.hour();
    Optional<Rate> rate = prices.at(key, hour);
    Sum sum =
        rate.map(it -> new Sum(row.idle(), GpuTime.ZERO, Charge.of(it.priceMicros(), row.idle())))
            .orElse(new Sum(row.idle(), row.idle(), Charge.ZERO));
    sums.merge(new Place(row.pool(), row.model()), sum, Sum::plus);
  }

  /// The costs and who bears them.
  ///
  /// @param held by place and project
  /// @param nominal GPU-time of nominal quota in the asked time, by pool and project
  public List<IdleCost> costs(
      SortedMap<Place, SortedMap<String, Held>> held,
      SortedMap<String, SortedMap<String, GpuTime>> nominal) {
    List<IdleCost> costs = new ArrayList<>();
    sums.forEach(
        (place, sum) -> {
          SortedMap<String, Held> users = held.getOrDefault(place, new TreeMap<>());
          SortedMap<String, GpuTime> owners = nominal.getOrDefault(place.pool(), new TreeMap<>());
          costs.add(cost(place, sum, shares(sum.cost(), weights(users, owners))));
        });
    return costs;
  }

  private static IdleCost cost(Place place, Sum sum, SortedMap<String, Charge> shares) {
    Charge borne = shares.values().stream().reduce(Charge.ZERO, Charge::plus);
    return new IdleCost(
        place.pool(),
        place.model(),
        sum.idle(),
        sum.unpriced(),
        sum.cost(),
        sum.cost().minus(borne),
        shares);
  }

  private SortedMap<String, BigInteger> weights(
      SortedMap<String, Held> users, SortedMap<String, GpuTime> owners) {
    SortedMap<String, BigInteger> weights = new TreeMap<>();
    switch (policy) {
      case PLATFORM_ABSORBS -> {}
      case PROPORTIONAL_TO_USAGE ->
          users.forEach((project, held) -> weigh(weights, project, held.all().milliGpuMillis()));
      case PROPORTIONAL_TO_NOMINAL ->
          owners.forEach((project, own) -> weigh(weights, project, own.milliGpuMillis()));
      case UNUSED_NOMINAL ->
          owners.forEach(
              (project, own) -> {
                Held held = users.getOrDefault(project, new Held(GpuTime.ZERO, GpuTime.ZERO));
                long unused = own.milliGpuMillis() - held.nominal().milliGpuMillis();
                weigh(weights, project, unused);
              });
    }
    return weights;
  }

  private static void weigh(SortedMap<String, BigInteger> weights, String project, long weight) {
    if (weight > 0) {
      weights.put(project, BigInteger.valueOf(weight));
    }
  }

  /// `cost` by weight, to the last unit: largest remainder, the earlier name on ties.
  private static SortedMap<String, Charge> shares(
      Charge cost, SortedMap<String, BigInteger> weights) {
    SortedMap<String, Charge> shares = new TreeMap<>();
    if (weights.isEmpty()) {
      return shares;
    }
    BigInteger sum = weights.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    List<BigInteger> parts =
        weights.values().stream().map(weight -> weight.multiply(cost.units())).toList();
    var rounded = Apportion.rounded(parts, sum, 0).iterator();
    weights
        .keySet()
        .forEach(
            project -> {
              Charge share = new Charge(rounded.next().toBigIntegerExact());
              if (share.units().signum() != 0) {
                shares.put(project, share);
              }
            });
    return shares;
  }
}
