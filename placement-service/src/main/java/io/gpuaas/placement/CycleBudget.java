package io.gpuaas.placement;

import java.util.function.BooleanSupplier;

/// How long a cycle may look at waiting jobs, and what earlier cycles that were cut short have
/// looked at already.
///
/// @param spent whether the cycle has to come to its end; asked before each decision
/// @param seen what [CyclePlan#seen] of the last cycle was; it is not looked at again until all
///   else has been, so that nobody waits for ever behind many that do not fit
public record CycleBudget(BooleanSupplier spent, SeenShapes seen) {
  public static final CycleBudget UNLIMITED = new CycleBudget(() -> false, SeenShapes.NONE);
}
