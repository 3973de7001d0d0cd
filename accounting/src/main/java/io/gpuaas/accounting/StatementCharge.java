package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a project owes for a month, or is owed, beside its usage: a line of its own.
///
/// @param reference id of the commitment; empty for the other kinds
/// @param time what was reserved, covered, idle or lent; may be 0 for a share of all
/// @param gpuHours the same with 6 decimals
/// @param exact before rounding; negative is a credit
/// @param amount in the smallest unit of the currency
/// @param unitPrice per GPU-hour, 6 decimals, where one holds: of what is reserved, or of the usage
///   that is covered
/// @param usageClass of the usage that is covered, and its `meter`; null for the other kinds
public record StatementCharge(
    Kind kind,
    String reference,
    String pool,
    String model,
    String explanation,
    GpuTime time,
    BigDecimal gpuHours,
    Charge exact,
    BigDecimal amount,
    @Nullable BigDecimal unitPrice,
    @Nullable UsageClass usageClass,
    @Nullable UsageMeter meter) {

  /// What it is for.
  public enum Kind {
    /// Reserved GPUs, used or not.
    COMMITMENT,
    /// Credit for usage that a commitment covers.
    COVERED,
    /// The project's share of idle GPUs.
    IDLE,
    /// Credit for GPUs that others borrowed.
    LENT
  }
}
