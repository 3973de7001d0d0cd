package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What idle GPUs cost, and who would bear it. Always of all projects: shares are made before
/// anybody filters, and stand beside usage, never in it.
public interface IdleCosts {
  /// One item per pool and model with capacity in `[from, to)` up to `now`. Nominal quota is that
  /// of each moment.
  List<IdleCost> of(Instant from, Instant to, Instant now, Policy policy);

  /// Who bears the cost of idle GPUs.
  enum Policy {
    /// The platform; shown, charged to nobody.
    PLATFORM_ABSORBS,
    /// In proportion to what each project held.
    PROPORTIONAL_TO_USAGE,
    /// In proportion to nominal quota: who reserves pays.
    PROPORTIONAL_TO_NOMINAL,
    /// In proportion to the nominal quota that each project left unused.
    UNUSED_NOMINAL
  }

  /// Idle GPUs of a pool and model. The shares add up to `cost` exactly.
  ///
  /// @param idle at the nominal price of a running GPU, hour by hour
  /// @param unpriced the part of `idle` that no rate covers: not in `cost`
  /// @param platform what no project bears: all of it when nobody has a weight
  /// @param shares by project; only those that bear something
  record IdleCost(
      String pool,
      String model,
      GpuTime idle,
      GpuTime unpriced,
      Charge cost,
      Charge platform,
      SortedMap<String, Charge> shares) {
    public IdleCost {
      shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
    }
  }
}
