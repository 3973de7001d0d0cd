package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.internal.engine.FocusCommitments;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.store.AuditStore;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.CostCenterStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Runs all invariants on one snapshot of the books.
@Service
class BookAuditor implements Auditor {
  private final AuditStore store;
  private final ConservationQueries conservation;
  private final StatementQueries statements;
  private final Remetering remetering;
  private final ClosedMonthStore closed;
  private final CostCenterStore centers;
  private final MonthReproduction reproduction;

  BookAuditor(
      AuditStore store,
      ConservationQueries conservation,
      StatementQueries statements,
      Remetering remetering,
      ClosedMonthStore closed,
      CostCenterStore centers,
      MonthReproduction reproduction) {
    this.store = store;
    this.conservation = conservation;
    this.statements = statements;
    this.remetering = remetering;
    this.closed = closed;
    this.centers = centers;
    this.reproduction = reproduction;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Reproduction reproduce(YearMonth month, ZoneId zone) {
    return reproduction.of(Months.start(month, zone), Months.end(month, zone));
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Check> run(Instant now) {
    List<Check> checks = new ArrayList<>();
    checks.add(conservation(now));
    checks.addAll(store.checks());
    checks.add(
        new Check(
            "reproducibility",
            "Metering and rating all events anew gives the books as they are.",
            remetering.differences()));
    checks.add(
        new Check(
            "closed-periods",
            "Each closed month, its lines and the chain of hashes are what they were when it was"
                + " closed, and begins where the month before it ended.",
            closed.broken().stream().map(BookAuditor::brokenMonth).toList()));
    checks.add(
        new Check(
            "cost-centers",
            "Each issued statement stands on exactly one of its cost centre, of its month, and"
                + " their chain of hashes is what it was.",
            centers.broken().stream().map(BookAuditor::brokenMonth).toList()));
    checks.add(statementIdentities(now));
    return checks;
  }

  private Check conservation(Instant now) {
    List<SortedMap<String, String>> rows = new ArrayList<>();
    store
        .beginning()
        .ifPresent(
            from ->
                conservation.rows(from, now, now).stream()
                    .filter(row -> !row.balanced())
                    .forEach(row -> rows.add(unbalanced(row))));
    return new Check(
        "conservation",
        "Held by class, idle, down and planned down add up to the capacity of each pool, model"
            + " and hour.",
        rows);
  }

  private static SortedMap<String, String> brokenMonth(String statement) {
    TreeMap<String, String> row = new TreeMap<>();
    row.put("statement", statement);
    return row;
  }

  private static SortedMap<String, String> unbalanced(ConservationQueries.Row row) {
    TreeMap<String, String> text = new TreeMap<>();
    text.put("pool", row.pool());
    text.put("model", row.model());
    text.put("hour", row.hour().toString());
    text.put("capacity", row.capacity().gpuHours().toPlainString());
    text.put("nominal", row.nominal().gpuHours().toPlainString());
    text.put("borrowed", row.borrowed().gpuHours().toPlainString());
    text.put("other", row.other().gpuHours().toPlainString());
    return text;
  }

  private Check statementIdentities(Instant now) {
    List<SortedMap<String, String>> rows = new ArrayList<>();
    YearMonth last = Months.of(now, ZoneOffset.UTC);
    YearMonth month = store.beginning().map(at -> Months.of(at, ZoneOffset.UTC)).orElse(last);
    while (!month.isAfter(last)) {
      for (Statement statement : statements.list(month, ZoneOffset.UTC, now)) {
        check(statement, rows);
      }
      month = month.plusMonths(1);
    }
    return new Check(
        "focus-identities",
        "On each statement price times quantity is the product, the lines add up to the total, to"
            + " the hours and, with the rounding, to the exact charge, and the usage of a"
            + " commitment costs effectively what the commitment does.",
        rows);
  }

  private static void check(Statement statement, List<SortedMap<String, String>> rows) {
    BigDecimal amounts = BigDecimal.ZERO;
    BigDecimal hours = BigDecimal.ZERO;
    boolean products = true;
    for (StatementLine line : statement.lines()) {
      amounts = amounts.add(line.amount());
      hours = hours.add(line.gpuHours());
      BigDecimal product = line.unitPrice().multiply(line.gpuHours());
      products &= product.compareTo(line.product()) == 0;
    }
    for (StatementCharge charge : statement.charges()) {
      amounts = amounts.add(charge.amount());
    }
    for (Statement.Adjustment adjustment : statement.adjustments()) {
      amounts = amounts.add(adjustment.amount());
    }
    BigDecimal exact = statement.exact().toDecimal(12);
    boolean ok =
        products
            && new FocusCommitments(statement).unequal().isEmpty()
            && amounts.compareTo(statement.total()) == 0
            && hours.compareTo(statement.time().gpuHours()) == 0
            && exact.add(statement.rounding()).compareTo(statement.total()) == 0;
    if (!ok) {
      TreeMap<String, String> row = new TreeMap<>();
      row.put("project", statement.project());
      row.put("month", statement.month().toString());
      row.put("total", statement.total().toPlainString());
      row.put("lines", amounts.toPlainString());
      rows.add(row);
    }
  }
}
