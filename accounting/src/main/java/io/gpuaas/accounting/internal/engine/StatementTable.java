package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import java.util.ArrayList;
import java.util.List;

/// Statements as a flat table.
public final class StatementTable {
  public static final List<Column> COLUMNS =
      List.of(
          Column.text("cost_center_statement"),
          Column.text("cost_center"),
          Column.text("statement"),
          Column.text("project"),
          Column.text("month"),
          Column.text("status"),
          Column.text("department"),
          Column.text("billing"),
          Column.text("kind"),
          Column.text("model"),
          Column.text("pool"),
          Column.text("class"),
          Column.text("meter"),
          Column.text("explanation"),
          Column.decimal("gpu_hours", 6),
          Column.decimal("unit_price", 6),
          Column.decimal("list_unit_price", 6),
          Column.decimal("product", 12),
          Column.decimal("amount", 4),
          Column.text("currency"));

  private StatementTable() {}

  /// One row per line, then one per charge beside usage, then one per adjustment.
  public static List<List<Cell>> rows(Statement statement) {
    List<List<Cell>> rows = new ArrayList<>();
    for (StatementLine line : statement.lines()) {
      List<Cell> row = head(statement, line.kind().name());
      row.add(Cell.of(line.model()));
      row.add(Cell.of(line.pool()));
      row.add(Cell.of(line.usageClass().name()));
      row.add(Cell.of(line.meter().name()));
      row.add(Cell.EMPTY);
      row.add(Cell.of(line.gpuHours()));
      row.add(Cell.of(line.unitPrice()));
      row.add(Cell.of(line.listPrice()));
      row.add(Cell.of(line.product()));
      row.add(Cell.of(line.amount()));
      row.add(Cell.of(statement.currency()));
      rows.add(row);
    }
    for (StatementCharge charge : statement.charges()) {
      List<Cell> row = head(statement, charge.kind().name());
      row.add(Cell.of(charge.model()));
      row.add(Cell.of(charge.pool()));
      row.addAll(List.of(Cell.EMPTY, Cell.EMPTY));
      row.add(Cell.of((charge.reference() + " " + charge.explanation()).strip()));
      row.add(Cell.of(charge.gpuHours()));
      row.addAll(List.of(Cell.EMPTY, Cell.EMPTY));
      row.add(Cell.of(charge.exact().toDecimal(12)));
      row.add(Cell.of(charge.amount()));
      row.add(Cell.of(statement.currency()));
      rows.add(row);
    }
    for (Statement.Adjustment adjustment : statement.adjustments()) {
      List<Cell> row = head(statement, adjustment.kind().name());
      row.addAll(List.of(Cell.EMPTY, Cell.EMPTY, Cell.EMPTY, Cell.EMPTY));
      row.add(Cell.of(adjustment.explanation()));
      row.add(Cell.of(adjustment.gpuHours()));
      row.addAll(List.of(Cell.EMPTY, Cell.EMPTY));
      row.add(Cell.of(adjustment.exact().toDecimal(12)));
      row.add(Cell.of(adjustment.amount()));
      row.add(Cell.of(statement.currency()));
      rows.add(row);
    }
    return rows;
  }

  private static List<Cell> head(Statement statement, String kind) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(statement.billing().number()));
    row.add(Cell.of(statement.billing().costCenter()));
    row.add(Cell.of(statement.number()));
    row.add(Cell.of(statement.project()));
    row.add(Cell.of(statement.month().toString()));
    row.add(Cell.of(statement.status().name()));
    row.add(Cell.of(statement.billing().department()));
    row.add(Cell.of(statement.billing().mode().name()));
    row.add(Cell.of(kind));
    return row;
  }
}
