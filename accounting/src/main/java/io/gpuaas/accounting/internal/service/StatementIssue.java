package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.engine.Postings.Posting;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.accounting.internal.service.StatementMaker.Numbers;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.ClosedMonthStore.Closing;
import io.gpuaas.accounting.internal.store.CostCenterStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// Issues the statements of a closed month, of projects and of their cost centres, and books their
/// rounding and charges beside usage. Takes part in the transaction of the close.
@Component
class StatementIssue {
  private final BookStore books;
  private final ClosedMonthStore closed;
  private final CostCenterStore centers;
  private final SoftCloseStore softClosed;
  private final StatementMaker statements;
  private final InstantSource clock;

  StatementIssue(
      BookStore books,
      ClosedMonthStore closed,
      CostCenterStore centers,
      SoftCloseStore softClosed,
      StatementMaker statements,
      InstantSource clock) {
    this.books = books;
    this.closed = closed;
    this.centers = centers;
    this.softClosed = softClosed;
    this.statements = statements;
    this.clock = clock;
  }

  /// Issues the statements of `projects`, in that order, from one reading of the books.
  void issue(List<String> projects, Period period, String author) {
    Instant now = clock.instant();
    Progress last = books.lockProgress();
    Numbers first = new Numbers(closed.nextNumber(), centers.nextNumber());
    List<Statement> made = statements.closed(projects, period, first);
    SortedMap<String, Progress> upTo = upTo(projects, period, last);
    SortedMap<String, String> hashes = hashes(upTo, period);
    long journal = last.journalId();
    for (Statement statement : made) {
      String project = statement.project();
      closed.add(
          StatementNumbers.PROJECT.parse(statement.number()),
          new Closing(period, statement, upTo.getOrDefault(project, last), now, author),
          hashes.getOrDefault(project, ""));
      journal++;
      book(journal, "ROUNDING", statement, now, Postings.ROUNDING, rounding(statement));
    }
    for (CostCenterStatement each : CostCenterStatement.of(made)) {
      centers.add(
          StatementNumbers.COST_CENTER.parse(each.number()),
          each.costCenter(),
          period.month(),
          now,
          author);
    }
    for (StatementCharge.Kind kind : StatementCharge.Kind.values()) {
      for (Statement statement : made) {
        Charge sum = sum(statement, kind);
        if (sum.units().signum() != 0) {
          journal++;
          book(journal, kind.name(), statement, now, Postings.contra(kind), sum);
        }
      }
    }
    for (Statement statement : made) {
      if (statement.billing().mode() == Billing.Mode.CHARGE_BACK) {
        journal++;
        Charge total = Charge.ofDecimal(statement.total());
        List<Posting> owed = Postings.owed(statement.billing().department(), total);
        add(journal, "CHARGE_BACK", statement, now, owed);
      }
    }
    books.saveProgress(new Progress(last.seq(), last.intervalId(), journal));
  }

  /// Up to which numbers of the books each project's month goes.
  private SortedMap<String, Progress> upTo(List<String> projects, Period period, Progress last) {
    SortedMap<String, Progress> upTo = new TreeMap<>();
    projects.forEach(
        project -> upTo.put(project, new Progress(0, last.intervalId(), last.journalId())));
    softClosed.ofMonth(period.month()).stream()
        .filter(soft -> upTo.containsKey(soft.state().project()))
        .forEach(soft -> upTo.put(soft.state().project(), soft.upTo()));
    return upTo;
  }

  private SortedMap<String, String> hashes(SortedMap<String, Progress> upTo, Period period) {
    SortedMap<String, String> hashes = new TreeMap<>();
    for (Progress together : new LinkedHashSet<>(upTo.values())) {
      List<String> projects =
          upTo.keySet().stream().filter(it -> together.equals(upTo.get(it))).toList();
      hashes.putAll(closed.linesHashes(projects, period.from(), period.to(), together));
    }
    return hashes;
  }

  private static Charge rounding(Statement statement) {
    return Charge.ofDecimal(statement.total()).minus(statement.exact());
  }

  private static Charge sum(Statement statement, StatementCharge.Kind kind) {
    return statement.charges().stream()
        .filter(charge -> charge.kind() == kind)
        .map(StatementCharge::exact)
        .reduce(Charge.ZERO, Charge::plus);
  }

  private void book(
      long journal, String kind, Statement statement, Instant now, String contra, Charge amount) {
    Map<String, Charge> expense = new TreeMap<>();
    expense.put(statement.project(), amount);
    add(journal, kind, statement, now, Postings.balanced(expense, contra));
  }

  private void add(
      long journal, String kind, Statement statement, Instant now, List<Posting> postings) {
    String reference = "statement " + statement.number();
    books.addJournal(journal, kind, reference, now, statement.currency(), postings);
  }
}
