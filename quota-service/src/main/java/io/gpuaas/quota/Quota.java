package io.gpuaas.quota;

import io.gpuaas.core.FlavorResource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Quota of one resource of one flavor, owned by a project or a cohort. Units of `Resources`.
///
/// @param nominal guaranteed to the owner, 0 or more
/// @param borrowingLimit most it may use above that; null = no limit, 0 = never borrows
/// @param lendingLimit most of it that others may use; null = all of it, 0 = lends nothing
/// @param drainBy from then on what runs above the quota is evicted; null = a cut ends nothing
public record Quota(
    FlavorResource cell,
    long nominal,
    @Nullable Long borrowingLimit,
    @Nullable Long lendingLimit,
    @Nullable Instant drainBy) {

  /// A quota whose cut ends nothing that runs.
  public Quota(
      FlavorResource cell,
      long nominal,
      @Nullable Long borrowingLimit,
      @Nullable Long lendingLimit) {
    this(cell, nominal, borrowingLimit, lendingLimit, null);
  }
}
