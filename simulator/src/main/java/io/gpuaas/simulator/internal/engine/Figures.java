package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.Metrics;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The figures of a finished play.
record Figures(QuotaConfig config, Collection<Node> nodes, Collection<JobLife> lives) {

  Metrics metrics(Instant origin, Instant end, int preemptions) {
    SortedMap<String, GpuTime> gpuTime = new TreeMap<>();
    config.projects().forEach(project -> gpuTime.put(project.name(), GpuTime.ZERO));
    for (JobLife life : lives) {
      gpuTime.merge(life.workload().project(), life.gpuTimeUntil(end), Figures::plus);
    }
    List<Duration> waits =
        lives.stream().map(JobLife::waited).filter(Objects::nonNull).sorted().toList();
    return new Metrics(
        allocation(origin, end, gpuTime.values()),
        rank(waits, 50),
        rank(waits, 95),
        makespan(origin),
        preemptions,
        gpuTime);
  }

  /// Stops at the largest number instead of failing on an absurd document.
  private static GpuTime plus(GpuTime a, GpuTime b) {
    return new GpuTime(Amount.plus(a.milliGpuMillis(), b.milliGpuMillis()));
  }

  private @Nullable Duration makespan(Instant origin) {
    Instant last = null;
    for (JobLife life : lives) {
      Instant ended = life.phase() == Phase.ENDED ? life.endedAt() : null;
      last = ended == null || (last != null && last.isAfter(ended)) ? last : ended;
    }
    return last == null ? null : Duration.between(origin, last);
  }

  /// The nearest-rank percentile.
  private static @Nullable Duration rank(List<Duration> sorted, int percent) {
    return sorted.isEmpty() ? null : sorted.get(Math.ceilDiv(sorted.size() * percent, 100) - 1);
  }

  private @Nullable BigDecimal allocation(
      Instant origin, Instant end, Collection<GpuTime> gpuTime) {
    BigDecimal capacity = BigDecimal.valueOf(capacityMilli());
    if (capacity.signum() == 0) {
      return null;
    }
    long millis = Duration.between(origin, end).toMillis();
    BigDecimal held = BigDecimal.ZERO;
    if (millis == 0) {
      for (JobLife life : lives) {
        held = held.add(BigDecimal.valueOf(life.heldMilliGpus()));
      }
    } else {
      for (GpuTime time : gpuTime) {
        held = held.add(BigDecimal.valueOf(time.milliGpuMillis()));
      }
      capacity = capacity.multiply(BigDecimal.valueOf(millis));
    }
    return held.divide(capacity, MathContext.DECIMAL64).setScale(4, RoundingMode.HALF_EVEN);
  }

  private long capacityMilli() {
    if (!nodes.isEmpty()) {
      return HeldGpus.capacityMilli(nodes);
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (Project project : config.projects()) {
      sum = sum.add(gpus(project.quotas()));
    }
    for (var cohort : config.cohorts()) {
      sum = sum.add(gpus(cohort.quotas()));
    }
    return sum.min(BigDecimal.valueOf(Long.MAX_VALUE / 1000)).longValue() * 1000;
  }

  private static BigDecimal gpus(List<Quota> quotas) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Quota quota : quotas) {
      if (quota.cell().resource().equals(Resources.GPU)) {
        sum = sum.add(BigDecimal.valueOf(quota.nominal()));
      }
    }
    return sum;
  }
}
