package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.ClosedMonthStore.Closing;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// Issues the statement of a closed month and books its rounding. Takes part in the transaction of
/// the close.
@Component
class StatementIssue {
  private final BookStore books;
  private final ClosedMonthStore closed;
  private final StatementMaker statements;
  private final InstantSource clock;

  StatementIssue(
      BookStore books, ClosedMonthStore closed, StatementMaker statements, InstantSource clock) {
    this.books = books;
    this.closed = closed;
    this.statements = statements;
    this.clock = clock;
  }

  void issue(String project, YearMonth month, ZoneId zone, String author) {
    Instant now = clock.instant();
    Progress progress = books.lockProgress();
    long number = closed.nextNumber();
    Statement statement = statements.closed(project, month, zone, "S-%06d".formatted(number));
    closed.add(
        number, new Closing(statement, progress.intervalId(), progress.journalId(), now, author));
    Map<String, Charge> rounding = new TreeMap<>();
    rounding.put(project, Charge.ofDecimal(statement.total()).minus(statement.exact()));
    long journal = progress.journalId() + 1;
    books.addJournal(
        journal,
        "ROUNDING",
        "statement " + statement.number(),
        now,
        statement.currency(),
        Postings.balanced(rounding, Postings.ROUNDING));
    books.saveProgress(new Progress(progress.seq(), progress.intervalId(), journal));
  }
}
