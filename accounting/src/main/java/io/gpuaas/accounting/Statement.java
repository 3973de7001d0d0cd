package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;

/// What one project owes for one month.
///
/// @param number of the issued statement; empty while it is open
/// @param from and `to` are the month in `zone`
/// @param billing how it stands to the department; what was issued before there was such a thing is
///   shown only
/// @param lines in order of model, pool, class, meter, price
/// @param adjustments late facts, corrections and credits of earlier months, booked in this one
/// @param charges commitments, shares of idle GPUs and credits of lenders
/// @param time sum of the lines, exact
/// @param gpuHours the same with 6 decimals
/// @param unratedGpuHours the part of it that no rate covers
/// @param total sum of the amounts of the lines, the charges and the adjustments
/// @param exact what was charged before any rounding
/// @param rounding `total` less `exact` with 12 decimals: it goes to the rounding account
public record Statement(
    String number,
    String project,
    YearMonth month,
    ZoneId zone,
    Instant from,
    Instant to,
    Status status,
    Billing billing,
    String currency,
    List<StatementLine> lines,
    List<Adjustment> adjustments,
    List<StatementCharge> charges,
    GpuTime time,
    BigDecimal gpuHours,
    BigDecimal unratedGpuHours,
    BigDecimal total,
    Charge exact,
    BigDecimal rounding) {
  public Statement {
    billing = Objects.requireNonNullElse(billing, Billing.NONE);
    lines = List.copyOf(lines);
    adjustments = List.copyOf(adjustments);
    charges = List.copyOf(charges);
  }

  /// Sum of the amounts of the lines.
  public BigDecimal usageAmount() {
    return lines.stream().map(StatementLine::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /// Something of an earlier month that is settled in this one.
  ///
  /// @param gpuHours usage that it adds to the earlier month, 6 decimals; may be negative or 0
  /// @param exact before rounding
  /// @param amount in the smallest unit of the currency; negative is a credit
  public record Adjustment(
      Kind kind, String explanation, BigDecimal gpuHours, Charge exact, BigDecimal amount) {

    /// Why there is an adjustment.
    public enum Kind {
      /// Usage of a closed month that was booked after the close.
      LATE_USAGE,
      /// Usage of a closed month that turned out otherwise, such as work lost to a fault.
      CORRECTION,
      /// Asked for by one person and approved by another.
      MANUAL
    }
  }

  /// Whether it can still change.
  public enum Status {
    /// The month goes on, or late facts are still booked into it.
    OPEN,
    /// Its usage is settled; finance may still adjust it.
    SOFT_CLOSED,
    /// It never changes; corrections go into later months.
    CLOSED
  }
}
