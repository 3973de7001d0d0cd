package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementLine.Kind;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.UsageClass;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What pieces of usage add to the sums per UTC hour and UTC day.
///
/// Sums are integers, so that they do not depend on the order or the cuts of the pieces.
public final class RollUp {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final long DAY_MILLIS = 24 * HOUR_MILLIS;

  private final SortedMap<Key, SortedMap<Long, Long>> hours = new TreeMap<>();

  /// What usage is summed by.
  ///
  /// @param priceMicros 0 unless it is `BILLED`, and so is `listMicros`
  public record Key(
      String project,
      String pool,
      String model,
      UsageClass usageClass,
      UsageMeter meter,
      Kind kind,
      long priceMicros,
      long listMicros)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::project)
            .thenComparing(Key::model)
            .thenComparing(Key::pool)
            .thenComparing(Key::usageClass)
            .thenComparing(Key::meter)
            .thenComparing(Key::kind)
            .thenComparingLong(Key::priceMicros)
            .thenComparingLong(Key::listMicros);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /// The sums of `pieces`.
  public static RollUp of(List<RatedUsage> pieces) {
    RollUp sums = new RollUp();
    pieces.forEach(piece -> sums.add(piece.usage(), piece.pricing(), 1));
    return sums;
  }

  /// What changes when `pieces`, which were without a price, get the one they have.
  public static RollUp ofLatePrices(List<RatedUsage> pieces) {
    RollUp sums = new RollUp();
    for (RatedUsage piece : pieces) {
      sums.add(piece.usage(), new Pricing.Unpriced(), -1);
      sums.add(piece.usage(), piece.pricing(), 1);
    }
    return sums;
  }

  private void add(UsageInterval usage, Pricing pricing, int sign) {
    SortedMap<Long, Long> ofKey = hours.computeIfAbsent(key(usage, pricing), _ -> new TreeMap<>());
    long end = usage.to().toEpochMilli();
    long from = usage.from().toEpochMilli();
    while (from < end) {
      long hour = Math.floorDiv(from, HOUR_MILLIS) * HOUR_MILLIS;
      long to = Math.min(end, hour + HOUR_MILLIS);
      ofKey.merge(hour, sign * Math.multiplyExact(usage.milliGpus(), to - from), Math::addExact);
      from = to;
    }
  }

  private static Key key(UsageInterval usage, Pricing pricing) {
    Kind kind =
        switch (pricing) {
          case Pricing.Priced _ -> Kind.BILLED;
          case Pricing.Free() -> Kind.FREE;
          case Pricing.Unpriced() -> Kind.UNRATED;
        };
    long price = pricing instanceof Pricing.Priced(_, _, long micros, _) ? micros : 0;
    long list = pricing instanceof Pricing.Priced(_, _, _, long micros) ? micros : 0;
    return new Key(
        usage.run().project(),
        usage.pool(),
        usage.model(),
        usage.usageClass(),
        usage.meter(),
        kind,
        price,
        list);
  }

  /// By key and start of the hour in milliseconds since 1970: thousandths of a GPU × milliseconds.
  public SortedMap<Key, SortedMap<Long, Long>> hours() {
    return Collections.unmodifiableSortedMap(hours);
  }

  /// The same by day.
  public SortedMap<Key, SortedMap<Long, Long>> days() {
    SortedMap<Key, SortedMap<Long, Long>> days = new TreeMap<>();
    hours.forEach(
        (key, ofKey) -> {
          SortedMap<Long, Long> sums = days.computeIfAbsent(key, _ -> new TreeMap<>());
          ofKey.forEach(
              (hour, quantity) ->
                  sums.merge(
                      Math.floorDiv(hour, DAY_MILLIS) * DAY_MILLIS, quantity, Math::addExact));
        });
    return days;
  }
}
