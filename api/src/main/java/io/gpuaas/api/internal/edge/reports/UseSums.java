package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.ConservationQueries.Row;
import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// What became of the hardware's time, added up.
record UseSums(
    GpuTime capacity,
    GpuTime nominal,
    GpuTime borrowed,
    GpuTime other,
    GpuTime idle,
    GpuTime wanted,
    GpuTime down,
    GpuTime plannedDown) {
  private static final int SHARE_DECIMALS = 4;

  static final UseSums NONE =
      new UseSums(
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO,
          GpuTime.ZERO);

  UseSums plus(Row row) {
    return new UseSums(
        capacity.plus(row.capacity()),
        nominal.plus(row.nominal()),
        borrowed.plus(row.borrowed()),
        other.plus(row.other()),
        idle.plus(row.idle()),
        wanted.plus(row.wanted()),
        down.plus(row.down()),
        plannedDown.plus(row.plannedDown()));
  }

  GpuTime available() {
    return new GpuTime(
        capacity.milliGpuMillis() - down.milliGpuMillis() - plannedDown.milliGpuMillis());
  }

  GpuTime allocated() {
    return nominal.plus(borrowed).plus(other);
  }

  GpuTime unwanted() {
    return new GpuTime(idle.milliGpuMillis() - wanted.milliGpuMillis());
  }

  @Nullable String allocation() {
    return share(allocated(), available());
  }

  @Nullable String overQuota() {
    return share(borrowed, allocated());
  }

  /// With four decimals; null of nothing.
  static @Nullable String share(GpuTime part, GpuTime whole) {
    return whole.milliGpuMillis() <= 0
        ? null
        : BigDecimal.valueOf(part.milliGpuMillis())
            .divide(
                BigDecimal.valueOf(whole.milliGpuMillis()), SHARE_DECIMALS, RoundingMode.HALF_EVEN)
            .toPlainString();
  }
}
