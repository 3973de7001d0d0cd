package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  /// @param charge at the prices that are charged
  /// @param listed the same at those of the price list
  /// @param effective the same after commitments: their fees are added, and what they cover is
  ///   taken off; null when nobody asked, or the groups cannot be told apart by it
  public record Row(
      List<String> key,
      long jobs,
      GpuTime time,
      GpuTime unbilled,
      GpuTime unrated,
      Charge charge,
      Charge listed,
      @Nullable Charge effective) {
    public Row {
      key = List.copyOf(key);
    }

    public Row withEffective(Charge newEffective) {
      return new Row(key, jobs, time, unbilled, unrated, charge, listed, newEffective);
    }

    public Row withJobs(long newJobs) {
      return new Row(key, newJobs, time, unbilled, unrated, charge, listed, effective);
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

  /// The same after commitments; empty when that was not asked for or cannot be told.
  public List<BigDecimal> effectiveAmounts(int scale) {
    List<Charge> known = new ArrayList<>();
    for (Row row : rows) {
      if (row.effective() != null) {
        known.add(row.effective());
      }
    }
    return known.size() == rows.size() ? Apportion.amounts(known, scale) : List.of();
  }

  /// The same at the prices of the price list.
  public List<BigDecimal> listAmounts(int scale) {
    return Apportion.amounts(rows.stream().map(Row::listed).toList(), scale);
  }
}
