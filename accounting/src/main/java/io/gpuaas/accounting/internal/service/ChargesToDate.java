package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.store.MonthChargeStore;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// What months charge beside usage until the last full hour, for figures that are asked for often.
/// The statement of the month says the same, up to the instant at which it is asked for.
///
/// Sums of one hour are made once, anew when something was agreed or settled since.
@Component
class ChargesToDate {
  private static final int KEPT_MOST = 64;

  private final MonthCharges charges;
  private final MonthChargeStore store;
  private final OpenUsage open;
  private final Map<Key, SortedMap<String, Charge>> kept =
      new LinkedHashMap<>(KEPT_MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, SortedMap<String, Charge>> eldest) {
          return size() > KEPT_MOST;
        }
      };

  ChargesToDate(MonthCharges charges, MonthChargeStore store, OpenUsage open) {
    this.charges = charges;
    this.store = store;
    this.open = open;
  }

  /// @param decisions how many agreements and settled months there were
  private record Key(Period period, Instant until, long decisions) {}

  /// By project; those that owe nothing beside usage are missing. Costs are positive.
  SortedMap<String, Charge> of(Period period, Instant now) {
    long decisions = store.decisions();
    Instant until = earlier(now.truncatedTo(ChronoUnit.HOURS), period.to());
    if (decisions == 0 || !period.from().isBefore(until)) {
      return Collections.emptySortedMap();
    }
    Key key = new Key(period, until, decisions);
    synchronized (kept) {
      SortedMap<String, Charge> known = kept.get(key);
      if (known != null) {
        return known;
      }
    }
    SortedMap<String, Charge> sums = sums(period, until);
    synchronized (kept) {
      kept.put(key, sums);
    }
    return sums;
  }

  /// All months that begin in `[from, now)`.
  SortedMap<String, Charge> since(Instant from, ZoneId zone, Instant now) {
    SortedMap<String, Charge> sums = new TreeMap<>();
    for (YearMonth month = Months.of(from, zone);
        Months.start(month, zone).isBefore(now);
        month = month.plusMonths(1)) {
      of(Period.of(month, zone), now)
          .forEach((project, charge) -> sums.merge(project, charge, Charge::plus));
    }
    return sums;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private SortedMap<String, Charge> sums(Period period, Instant until) {
    SortedMap<String, Charge> sums = new TreeMap<>();
    for (Map.Entry<String, List<Extra>> one :
        charges.of(period, open.upTo(until), until).entrySet()) {
      Charge sum = one.getValue().stream().map(Extra::charge).reduce(Charge.ZERO, Charge::plus);
      sums.put(one.getKey(), sum);
    }
    return Collections.unmodifiableSortedMap(sums);
  }
}
