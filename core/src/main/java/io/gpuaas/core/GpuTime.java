package io.gpuaas.core;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// GPU-time as an exact integer: thousandths of a GPU times milliseconds.
///
/// One GPU-hour is 3,600,000,000 of these; the largest value is about 2.5 billion GPU-hours.
public record GpuTime(long milliGpuMillis) implements Comparable<GpuTime> {
  public static final GpuTime ZERO = new GpuTime(0);
  private static final BigDecimal PER_HOUR = BigDecimal.valueOf(3_600_000_000L);

  public static GpuTime of(long milliGpus, long millis) {
    return new GpuTime(Math.multiplyExact(milliGpus, millis));
  }

  public GpuTime plus(GpuTime other) {
    return new GpuTime(Math.addExact(milliGpuMillis, other.milliGpuMillis));
  }

  /// Whole GPU-seconds, rounded down.
  public long gpuSeconds() {
    return milliGpuMillis / 1_000_000L;
  }

  /// GPU-hours with 6 decimals, HALF_EVEN: the quantity that is priced.
  public BigDecimal gpuHours() {
    return BigDecimal.valueOf(milliGpuMillis)
        .divide(PER_HOUR, MathContext.DECIMAL128)
        .setScale(6, RoundingMode.HALF_EVEN);
  }

  @Override
  public int compareTo(GpuTime other) {
    return Long.compare(milliGpuMillis, other.milliGpuMillis);
  }
}
