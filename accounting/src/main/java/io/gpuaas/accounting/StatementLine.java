package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What one project used of one kind at one price.
///
/// `unitPrice × gpuHours` is `product` exactly, and `amount` is `product` rounded once.
///
/// @param time exact
/// @param gpuHours 6 decimals; those of all lines add up to the statement's
/// @param unitPrice per GPU-hour, 6 decimals; 0 when the kind is not `BILLED`
/// @param product 12 decimals
/// @param amount in the smallest unit of the currency
/// @param listUnitPrice what the price list says, of which the unit price may be a discount; null
///   on statements of before there were list prices
public record StatementLine(
    String model,
    String pool,
    UsageClass usageClass,
    UsageMeter meter,
    Kind kind,
    GpuTime time,
    BigDecimal gpuHours,
    BigDecimal unitPrice,
    BigDecimal product,
    BigDecimal amount,
    @Nullable BigDecimal listUnitPrice) {

  /// What the price list says, for one GPU-hour.
  public BigDecimal listPrice() {
    return listUnitPrice == null ? unitPrice : listUnitPrice;
  }

  /// Why a line costs what it costs.
  public enum Kind {
    BILLED,
    /// The policy does not bill this meter.
    FREE,
    /// No rate covers it; it will be billed when there is one.
    UNRATED
  }
}
