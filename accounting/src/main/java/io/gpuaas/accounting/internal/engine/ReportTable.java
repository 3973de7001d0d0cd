package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.UsageReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// A report of usage as a flat table, without its total: the rows add up to it.
public final class ReportTable {
  private static final int AMOUNT_DECIMALS = 2;

  private ReportTable() {}

  /// The columns of a report.
  ///
  /// @param groups names of what the keys of the rows stand for
  public static List<Column> columns(List<String> groups) {
    List<Column> columns = new ArrayList<>();
    groups.forEach(group -> columns.add(Column.text(group)));
    columns.add(Column.whole("jobs"));
    columns.add(Column.decimal("gpu_hours", 6));
    columns.add(Column.decimal("unbilled_gpu_hours", 6));
    columns.add(Column.decimal("unrated_gpu_hours", 6));
    columns.add(Column.decimal("list_amount", AMOUNT_DECIMALS));
    columns.add(Column.decimal("amount", AMOUNT_DECIMALS));
    columns.add(Column.decimal("effective_amount", AMOUNT_DECIMALS));
    columns.add(Column.text("currency"));
    return List.copyOf(columns);
  }

  /// One row per group.
  ///
  /// @param jobs whether jobs were counted; else their cells are empty
  public static List<List<Cell>> rows(UsageReport report, boolean jobs) {
    List<BigDecimal> hours = report.gpuHours();
    List<BigDecimal> amounts = report.amounts(AMOUNT_DECIMALS);
    List<BigDecimal> lists = report.listAmounts(AMOUNT_DECIMALS);
    List<BigDecimal> effective = report.effectiveAmounts(AMOUNT_DECIMALS);
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < report.rows().size(); i++) {
      UsageReport.Row it = report.rows().get(i);
      List<Cell> row = new ArrayList<>();
      it.key().forEach(value -> row.add(Cell.of(value)));
      row.add(jobs ? Cell.of(BigDecimal.valueOf(it.jobs())) : Cell.EMPTY);
      row.add(Cell.of(hours.get(i)));
      row.add(Cell.of(it.unbilled().gpuHours()));
      row.add(Cell.of(it.unrated().gpuHours()));
      row.add(Cell.of(lists.get(i)));
      row.add(Cell.of(amounts.get(i)));
      row.add(effective.isEmpty() ? Cell.EMPTY : Cell.of(effective.get(i)));
      row.add(Cell.of(report.currency()));
      rows.add(row);
    }
    return rows;
  }
}
