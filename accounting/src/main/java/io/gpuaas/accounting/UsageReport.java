package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.util.List;

/// Usage by group. Exact: the total is the sum of the rows in each figure but `jobs`.
///
/// @param currency ISO 4217
/// @param groupBy what the keys of the rows stand for
public record UsageReport(String currency, List<Dimension> groupBy, List<Row> rows, Row total) {
  public UsageReport {
    groupBy = List.copyOf(groupBy);
    rows = List.copyOf(rows);
  }

  /// One group, or the total.
  ///
  /// @param key one value per dimension asked for, in that order
  /// @param jobs how many jobs used something, each counted once; 0 when nobody asked
  /// @param time all that was held
  /// @param unbilled the part that the policy does not bill
  /// @param unrated the part that no rate covers
  public record Row(
      List<String> key, long jobs, GpuTime time, GpuTime unbilled, GpuTime unrated, Charge charge) {
    public Row {
      key = List.copyOf(key);
    }

    public Row withJobs(long newJobs) {
      return new Row(key, newJobs, time, unbilled, unrated, charge);
    }
  }

  /// GPU-hours of the rows with 6 decimals, in their order; they add up to the rounded total.
  public List<BigDecimal> gpuHours() {
    return Apportion.gpuHours(rows.stream().map(Row::time).toList());
  }

  /// Amounts of the rows with `scale` decimals, in their order; they add up to the rounded total.
  public List<BigDecimal> amounts(int scale) {
    return Apportion.amounts(rows.stream().map(Row::charge).toList(), scale);
  }
}
