package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.ClosedMonthStore.Closing;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// Issues the statement of a closed month and books its rounding and its charges beside usage.
/// Takes part in the transaction of the close.
@Component
class StatementIssue {
  private final BookStore books;
  private final ClosedMonthStore closed;
  private final SoftCloseStore softClosed;
  private final StatementMaker statements;
  private final InstantSource clock;

  StatementIssue(
      BookStore books,
      ClosedMonthStore closed,
      SoftCloseStore softClosed,
      StatementMaker statements,
      InstantSource clock) {
    this.books = books;
    this.closed = closed;
    this.softClosed = softClosed;
    this.statements = statements;
    this.clock = clock;
  }

  /// Issues the statements of `projects`, in that order, from one reading of the books.
  void issue(List<String> projects, YearMonth month, ZoneId zone, String author) {
    Instant now = clock.instant();
    Progress last = books.lockProgress();
    List<Statement> made = statements.closed(projects, month, zone, closed.nextNumber());
    SortedMap<String, Progress> upTo = upTo(projects, month, last);
    SortedMap<String, String> hashes = hashes(upTo, month, zone);
    long journal = last.journalId();
    for (Statement statement : made) {
      String project = statement.project();
      closed.add(
          number(statement),
          new Closing(statement, upTo.getOrDefault(project, last), now, author),
          hashes.getOrDefault(project, ""));
      journal++;
      book(journal, "ROUNDING", statement, now, Postings.ROUNDING, rounding(statement));
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
    books.saveProgress(new Progress(last.seq(), last.intervalId(), journal));
  }

  /// Up to which numbers of the books each project's month goes.
  private SortedMap<String, Progress> upTo(List<String> projects, YearMonth month, Progress last) {
    SortedMap<String, Progress> upTo = new TreeMap<>();
    projects.forEach(
        project -> upTo.put(project, new Progress(0, last.intervalId(), last.journalId())));
    softClosed.ofMonth(month).stream()
        .filter(soft -> upTo.containsKey(soft.state().project()))
        .forEach(soft -> upTo.put(soft.state().project(), soft.upTo()));
    return upTo;
  }

  private SortedMap<String, String> hashes(
      SortedMap<String, Progress> upTo, YearMonth month, ZoneId zone) {
    SortedMap<String, String> hashes = new TreeMap<>();
    for (Progress together : new LinkedHashSet<>(upTo.values())) {
      List<String> projects =
          upTo.keySet().stream().filter(it -> together.equals(upTo.get(it))).toList();
      hashes.putAll(
          closed.linesHashes(
              projects, Months.start(month, zone), Months.end(month, zone), together));
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
    books.addJournal(
        journal,
        kind,
        "statement " + statement.number(),
        now,
        statement.currency(),
        Postings.balanced(expense, contra));
  }

  private static long number(Statement statement) {
    return Long.parseLong(statement.number().substring(StatementMaker.NUMBER_PREFIX.length()));
  }
}
