package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsagePieces;
import io.gpuaas.accounting.UsagePieces.Piece;
import io.gpuaas.accounting.UsagePieces.Place;
import io.gpuaas.accounting.UsagePieces.Wanted;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.stereotype.Component;

/// Statements as PDF.
@Component
class PdfStatements implements StatementPrints {
  private static final int PIECES_AT_ONCE = 1_000;
  private static final List<String> PART_COLUMNS =
      List.of("Project", "Statement", "Department", "Billing", "GPU-hours", "Amount");
  private static final List<String> LINE_COLUMNS =
      List.of("Model", "Pool", "Class", "Meter", "", "GPU-hours", "Price", "Amount");
  private static final List<String> OTHER_COLUMNS =
      List.of("Kind", "For", "Explanation", "GPU-hours", "Amount");
  private static final List<String> PIECE_COLUMNS =
      List.of("From", "To", "Job", "Run", "GPUs", "GPU-hours", "Price", "Rate", "Amount, exact");

  private final UsagePieces pieces;

  PdfStatements(UsagePieces pieces) {
    this.pieces = pieces;
  }

  @Override
  public void pdf(Statement statement, Detail detail, Output out) {
    String title = title(statement.number());
    try (PdfSheets sheets = new PdfSheets(title + " · " + statement.project(), out)) {
      sheets.title(title);
      whole(sheets, statement, detail);
    }
  }

  @Override
  public void pdf(CostCenterStatement statement, Detail detail, Output out) {
    String title = title(statement.number());
    try (PdfSheets sheets = new PdfSheets(title + " · " + statement.costCenter(), out)) {
      sheets.title(title);
      sheets.facts(
          List.of(
              List.of("Cost centre", statement.costCenter()),
              List.of("Month", statement.month().toString()),
              List.of("Status", statement.status().name()),
              List.of("Currency", statement.currency())));
      sheets.heading("Projects");
      sheets.table(PART_COLUMNS, 4, statement.parts().stream().map(PdfStatements::part).toList());
      sheets.heading(
          "Total %s %s".formatted(statement.total().toPlainString(), statement.currency()));
      sheets.facts(
          List.of(
              List.of("GPU-hours", statement.gpuHours().toPlainString()),
              List.of("of them without a price", statement.unratedGpuHours().toPlainString())));
      for (Statement part : statement.parts()) {
        sheets.title("%s %s".formatted(part.project(), part.number()));
        whole(sheets, part, detail);
      }
    }
  }

  private static String title(String number) {
    return number.isEmpty() ? "Statement, not issued yet" : "Statement " + number;
  }

  private static List<String> part(Statement part) {
    return List.of(
        part.project(),
        part.number(),
        part.billing().department(),
        part.billing().mode().name(),
        part.gpuHours().toPlainString(),
        part.total().toPlainString());
  }

  private void whole(PdfSheets sheets, Statement statement, Detail detail) {
    head(sheets, statement);
    lines(sheets, statement);
    others(sheets, statement);
    total(sheets, statement);
    if (detail == Detail.USAGE) {
      usage(sheets, statement);
    }
  }

  private static void head(PdfSheets sheets, Statement statement) {
    Billing billing = statement.billing();
    sheets.facts(
        List.of(
            List.of("Project", statement.project()),
            List.of("Department", billing.department()),
            List.of("Cost centre", (billing.costCenter() + " " + billing.number()).strip()),
            List.of("Month", "%s, %s".formatted(statement.month(), statement.zone().getId())),
            List.of("UTC", "%s to %s".formatted(statement.from(), statement.to())),
            List.of("Status", statement.status().name()),
            List.of("Billing", billing(billing)),
            List.of("Currency", statement.currency())));
  }

  private static String billing(Billing billing) {
    return switch (billing.mode()) {
      case SHOW_BACK -> "Show-back, for information: nothing is to be paid";
      case CHARGE_BACK -> "Charge-back: to be paid by department " + billing.department();
    };
  }

  private static void lines(PdfSheets sheets, Statement statement) {
    sheets.heading("Usage");
    sheets.table(LINE_COLUMNS, 5, statement.lines().stream().map(PdfStatements::row).toList());
  }

  private static List<String> row(StatementLine line) {
    return List.of(
        line.model(),
        line.pool(),
        line.usageClass().name(),
        line.meter().name(),
        line.kind() == StatementLine.Kind.BILLED ? "" : line.kind().name(),
        line.gpuHours().toPlainString(),
        line.unitPrice().toPlainString(),
        line.amount().toPlainString());
  }

  private static void others(PdfSheets sheets, Statement statement) {
    if (!statement.charges().isEmpty()) {
      sheets.heading("Beside usage");
      sheets.table(OTHER_COLUMNS, 3, statement.charges().stream().map(PdfStatements::row).toList());
    }
    if (!statement.adjustments().isEmpty()) {
      sheets.heading("Adjustments");
      sheets.table(
          OTHER_COLUMNS, 3, statement.adjustments().stream().map(PdfStatements::row).toList());
    }
  }

  private static List<String> row(StatementCharge charge) {
    String of = charge.reference().isEmpty() ? "" : charge.reference() + " ";
    return List.of(
        charge.kind().name(),
        of + charge.pool() + " " + charge.model(),
        charge.explanation(),
        charge.gpuHours().toPlainString(),
        charge.amount().toPlainString());
  }

  private static List<String> row(Statement.Adjustment adjustment) {
    return List.of(
        adjustment.kind().name(),
        "",
        adjustment.explanation(),
        adjustment.gpuHours().toPlainString(),
        adjustment.amount().toPlainString());
  }

  private static void total(PdfSheets sheets, Statement statement) {
    sheets.heading(
        "Total %s %s".formatted(statement.total().toPlainString(), statement.currency()));
    sheets.facts(
        List.of(
            List.of("GPU-hours", statement.gpuHours().toPlainString()),
            List.of("of them without a price", statement.unratedGpuHours().toPlainString()),
            List.of("Exact charge", statement.exact().toDecimal(12).toPlainString()),
            List.of("Rounding", statement.rounding().toPlainString())));
  }

  private void usage(PdfSheets sheets, Statement statement) {
    for (StatementLine line : statement.lines()) {
      sheets.heading(
          "%s, %s, %s, %s at %s"
              .formatted(
                  line.model(),
                  line.pool(),
                  line.usageClass(),
                  line.meter(),
                  line.unitPrice().toPlainString()));
      Wanted wanted = new Wanted(statement.project(), statement.from(), statement.to(), line);
      List<Piece> found = pieces.page(wanted, Place.START, PIECES_AT_ONCE);
      while (!found.isEmpty()) {
        sheets.table(PIECE_COLUMNS, 4, found.stream().map(PdfStatements::row).toList());
        found = pieces.page(wanted, found.getLast().place(), PIECES_AT_ONCE);
      }
    }
  }

  private static List<String> row(Piece piece) {
    UsageInterval usage = piece.rated().usage();
    boolean priced = piece.rated().pricing() instanceof Pricing.Priced;
    return List.of(
        usage.from().toString(),
        usage.to().toString(),
        usage.run().jobName(),
        usage.run().run().value(),
        BigDecimal.valueOf(usage.milliGpus(), 3).stripTrailingZeros().toPlainString(),
        usage.time().gpuHours().toPlainString(),
        price(piece.rated().pricing()),
        priced ? "%d, version %d".formatted(piece.rateId(), piece.cardVersion()) : "",
        piece.rated().charge().toDecimal(12).toPlainString());
  }

  private static String price(Pricing pricing) {
    return switch (pricing) {
      case Pricing.Priced(_, _, long micros, _) -> BigDecimal.valueOf(micros, 6).toPlainString();
      case Pricing.Free() -> "free";
      case Pricing.Unpriced() -> "none yet";
    };
  }
}
