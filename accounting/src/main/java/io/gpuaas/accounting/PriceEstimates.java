package io.gpuaas.accounting;

import io.gpuaas.core.GpuHolding;
import java.time.Instant;
import java.util.List;

/// Says beforehand what holding GPUs would cost.
public interface PriceEstimates {
  /// The cost of holding `holdings` from `now` on, with the rates known now, price changes that are
  /// due included.
  ///
  /// @param maxRuntimeMillis declared longest run; 0 when there is none
  PriceEstimate estimate(List<GpuHolding> holdings, long maxRuntimeMillis, Instant now);

  /// What it would cost.
  ///
  /// @param perHour at the prices of this instant
  /// @param atMaxRuntime for the whole declared runtime; 0 when none was declared
  /// @param unratedMilliGpus the part of the holdings that has no price now
  record PriceEstimate(
      String currency, Charge perHour, Charge atMaxRuntime, long unratedMilliGpus) {}
}
