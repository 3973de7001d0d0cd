package io.gpuaas.accounting;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Comparator;

/// A month of a statement as a span of time, `[from, to)`; days of 23 and 25 hours are in it as the
/// clocks have them.
///
/// @param begins zone by whose clocks it begins
/// @param ends zone by whose clocks it ends: another one only in the month that joins two zones
public record Period(YearMonth month, ZoneId begins, ZoneId ends) implements Comparable<Period> {
  private static final Comparator<Period> ORDER =
      Comparator.comparing(Period::month)
          .thenComparing(Period::from)
          .thenComparing(Period::to)
          .thenComparing(Period::key);

  /// A month of one zone.
  public static Period of(YearMonth month, ZoneId zone) {
    return new Period(month, zone, zone);
  }

  public Instant from() {
    return month.atDay(1).atStartOfDay(begins).toInstant();
  }

  public Instant to() {
    return month.plusMonths(1).atDay(1).atStartOfDay(ends).toInstant();
  }

  /// Names its zones: `Europe/Berlin`, or `Asia/Tokyo to Europe/Berlin`.
  public String key() {
    return begins.equals(ends) ? ends.getId() : begins.getId() + " to " + ends.getId();
  }

  @Override
  public int compareTo(Period other) {
    return ORDER.compare(this, other);
  }
}
