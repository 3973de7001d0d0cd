package io.gpuaas.accounting;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a period may come to: what was used of it, carried on evenly to its end, within what the
/// weeks before have cost.
///
/// @param low if the rest cost per day what the cheapest seven days in a row have, or what is
///   expected if that is less; null with less than a week to go by
/// @param high the same with the dearest
public record Outlook(Charge expected, @Nullable Charge low, @Nullable Charge high) {
  private static final int WEEK = 7;
  private static final BigInteger WEEK_MILLIS =
      BigInteger.valueOf(Duration.ofDays(WEEK).toMillis());

  /// Nothing, for certain.
  public static final Outlook ZERO = new Outlook(Charge.ZERO, Charge.ZERO, Charge.ZERO);

  /// What the period that ends at `to` may come to.
  ///
  /// @param used in `[from, now)`
  /// @param days what each of the last full days has cost, oldest first
  public static Outlook of(Charge used, Instant from, Instant now, Instant to, List<Charge> days) {
    Charge expected = evenly(used, from, now, to);
    BigInteger rest = BigInteger.valueOf(Math.max(0, Duration.between(now, to).toMillis()));
    List<Charge> ends = new ArrayList<>();
    for (int i = 0; i + WEEK <= days.size(); i++) {
      Charge week = days.subList(i, i + WEEK).stream().reduce(Charge.ZERO, Charge::plus);
      ends.add(used.plus(new Charge(week.units().multiply(rest).divide(WEEK_MILLIS))));
    }
    if (ends.isEmpty()) {
      return new Outlook(expected, null, null);
    }
    ends.add(expected);
    ends.sort(Charge::compareTo);
    return new Outlook(expected, ends.getFirst(), ends.getLast());
  }

  /// `used` in `[from, now)`, carried on evenly to `to`.
  public static Charge evenly(Charge used, Instant from, Instant now, Instant to) {
    long elapsed = Math.max(1, now.toEpochMilli() - from.toEpochMilli());
    long length = to.toEpochMilli() - from.toEpochMilli();
    return new Charge(
        used.units()
            .multiply(BigInteger.valueOf(Math.max(length, elapsed)))
            .divide(BigInteger.valueOf(elapsed)));
  }

  /// Of both together; without a band when one has none.
  public Outlook plus(Outlook other) {
    return new Outlook(expected.plus(other.expected), sum(low, other.low), sum(high, other.high));
  }

  private static @Nullable Charge sum(@Nullable Charge one, @Nullable Charge other) {
    return one == null || other == null ? null : one.plus(other);
  }
}
