package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.ClosedMonthStore.Closing;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
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

  /// Issues the statements of `projects`, in that order, from one reading of the books.
  void issue(List<String> projects, YearMonth month, ZoneId zone, String author) {
    Instant now = clock.instant();
    Progress upTo = books.lockProgress();
    List<Statement> made = statements.closed(projects, month, zone, closed.nextNumber());
    SortedMap<String, String> hashes =
        closed.linesHashes(projects, Months.start(month, zone), Months.end(month, zone), upTo);
    long journal = upTo.journalId();
    for (Statement statement : made) {
      String hash = hashes.getOrDefault(statement.project(), "");
      closed.add(number(statement), new Closing(statement, upTo, now, author), hash);
      Map<String, Charge> rounding = new TreeMap<>();
      Charge rounded = Charge.ofDecimal(statement.total()).minus(statement.exact());
      rounding.put(statement.project(), rounded);
      journal++;
      books.addJournal(
          journal,
          "ROUNDING",
          "statement " + statement.number(),
          now,
          statement.currency(),
          Postings.balanced(rounding, Postings.ROUNDING));
    }
    books.saveProgress(new Progress(upTo.seq(), upTo.intervalId(), journal));
  }

  private static long number(Statement statement) {
    return Long.parseLong(statement.number().substring(StatementMaker.NUMBER_PREFIX.length()));
  }
}
