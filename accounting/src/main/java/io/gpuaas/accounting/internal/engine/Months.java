package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.RatedUsage;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// Calendar months as spans of time. A month of a zone may have a day of 23 or 25 hours.
public final class Months {
  private Months() {}

  public static Instant start(YearMonth month, ZoneId zone) {
    return month.atDay(1).atStartOfDay(zone).toInstant();
  }

  public static Instant end(YearMonth month, ZoneId zone) {
    return start(month.plusMonths(1), zone);
  }

  public static YearMonth of(Instant at, ZoneId zone) {
    return YearMonth.from(at.atZone(zone));
  }

  /// `usage` cut at the months of UTC, in order.
  public static List<RatedUsage> cut(RatedUsage usage) {
    List<RatedUsage> parts = new ArrayList<>();
    Instant from = usage.usage().from();
    Instant to = usage.usage().to();
    while (from.isBefore(to)) {
      Instant end = end(of(from, ZoneOffset.UTC), ZoneOffset.UTC);
      Instant cut = end.isBefore(to) ? end : to;
      parts.add(new RatedUsage(usage.usage().within(from, cut), usage.pricing()));
      from = cut;
    }
    return parts;
  }
}
