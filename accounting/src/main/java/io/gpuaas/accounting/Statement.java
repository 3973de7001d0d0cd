package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;

/// What one project owes for one month.
///
/// @param from and `to` are the month in `zone`
/// @param lines in order of model, pool, class, meter, price
/// @param time sum of the lines, exact
/// @param gpuHours the same with 6 decimals
/// @param unratedGpuHours the part of it that no rate covers
/// @param total sum of the amounts of the lines
/// @param exact what was charged before any rounding
/// @param rounding `total` less `exact` with 12 decimals: it goes to the rounding account
public record Statement(
    String project,
    YearMonth month,
    ZoneId zone,
    Instant from,
    Instant to,
    Status status,
    String currency,
    List<StatementLine> lines,
    GpuTime time,
    BigDecimal gpuHours,
    BigDecimal unratedGpuHours,
    BigDecimal total,
    Charge exact,
    BigDecimal rounding) {
  public Statement {
    lines = List.copyOf(lines);
  }

  /// Whether it can still change.
  public enum Status {
    /// The month goes on, or late facts are still booked into it.
    OPEN,
    /// It never changes; corrections go into later months.
    CLOSED
  }
}
