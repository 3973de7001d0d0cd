package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.internal.engine.Buckets;
import io.gpuaas.accounting.internal.engine.IdleShares.Place;
import io.gpuaas.accounting.internal.engine.LendingCredits;
import io.gpuaas.accounting.internal.engine.QuotaTimes;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/// What lenders are credited, from the sums per hour.
@Component
class LentHours {
  private static final List<Dimension> GROUPS =
      List.of(Dimension.HOUR, Dimension.POOL, Dimension.MODEL, Dimension.PROJECT, Dimension.CLASS);

  private final UsageQueries usage;
  private final PastQuotas quotas;

  LentHours(UsageQueries usage, PastQuotas quotas) {
    this.usage = usage;
    this.quotas = quotas;
  }

  /// What was used in one hour of one pool.
  private record PoolHour(
      SortedMap<String, GpuTime> nominal, SortedMap<String, SortedMap<String, Charge>> borrowed) {
    PoolHour() {
      this(new TreeMap<>(), new TreeMap<>());
    }
  }

  /// Credits of `[from, to)` by lender and place; none is negative. An hour in which a quota
  /// changes counts by what was guaranteed in the mean.
  SortedMap<String, SortedMap<Place, Charge>> credits(
      Function<String, ChargePolicy> policies, Instant from, Instant to) {
    QuotaTimes times = quotas.times();
    boolean any =
        times.mean(from, to).stream().anyMatch(it -> policies.apply(it.pool()).lenderPercent() > 0);
    if (!any) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, SortedMap<String, PoolHour>> hours = hours(from, to);
    LendingCredits credits = new LendingCredits();
    for (Buckets.Bucket hour : Buckets.of(Dimension.HOUR, from, to, ZoneOffset.UTC)) {
      credits.guaranteed(times.mean(hour.from(), hour.to()));
      long millis = hour.to().toEpochMilli() - hour.from().toEpochMilli();
      hours
          .getOrDefault(hour.label(), Collections.emptySortedMap())
          .forEach(
              (pool, used) -> {
                int percent = policies.apply(pool).lenderPercent();
                used.borrowed()
                    .forEach(
                        (model, borrowed) ->
                            credits.add(
                                new Place(pool, model), percent, millis, used.nominal(), borrowed));
              });
    }
    return credits.credits();
  }

  /// By hour and pool.
  private SortedMap<String, SortedMap<String, PoolHour>> hours(Instant from, Instant to) {
    UsageReport report =
        usage.report(UsageQuestion.of(from, to, to, GROUPS).inZone(ZoneOffset.UTC).withoutJobs());
    SortedMap<String, SortedMap<String, PoolHour>> hours = new TreeMap<>();
    for (UsageReport.Row row : report.rows()) {
      List<String> key = row.key();
      PoolHour hour =
          hours
              .computeIfAbsent(key.getFirst(), _ -> new TreeMap<>())
              .computeIfAbsent(key.get(1), _ -> new PoolHour());
      String project = key.get(3);
      if (key.get(4).equals(UsageClass.NOMINAL.name())) {
        hour.nominal().merge(project, row.time(), GpuTime::plus);
      } else if (key.get(4).equals(UsageClass.BORROWED.name())) {
        hour.borrowed()
            .computeIfAbsent(key.get(2), _ -> new TreeMap<>())
            .merge(project, row.charge(), Charge::plus);
      }
    }
    return hours;
  }
}
