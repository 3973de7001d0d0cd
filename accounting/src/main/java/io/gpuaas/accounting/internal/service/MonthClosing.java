package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.core.Fault;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Closes months, each in one transaction with the follower kept waiting: it happens once, whenever
/// the process dies.
@Service
class MonthClosing implements PeriodClosing {
  private final LedgerFollower follower;
  private final Accruals accruals;
  private final StatementIssue issue;
  private final ClosedMonthStore closed;
  private final InstantSource clock;
  private final TransactionTemplate transaction;

  MonthClosing(
      LedgerFollower follower,
      Accruals accruals,
      StatementIssue issue,
      ClosedMonthStore closed,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.follower = follower;
    this.accruals = accruals;
    this.issue = issue;
    this.closed = closed;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public CloseOutcome close(
      YearMonth month, ZoneId zone, SortedSet<String> projects, String author) {
    follower.catchUp();
    CloseOutcome outcome = transaction.execute(_ -> closeAll(month, zone, projects, author));
    if (outcome == null) {
      throw new IllegalStateException("The transaction gave no outcome.");
    }
    return outcome;
  }

  private CloseOutcome closeAll(
      YearMonth month, ZoneId zone, SortedSet<String> projects, String author) {
    accruals.lock();
    Instant now = clock.instant();
    List<Fault> faults = faults(month, zone, projects, now);
    if (!faults.isEmpty()) {
      return new CloseOutcome.Refused(faults);
    }
    List<String> open = new ArrayList<>();
    for (String project : projects) {
      if (closed.closedZone(project, month).isEmpty()) {
        open.add(project);
      }
    }
    accruals.store(open, month, zone, now);
    issue.issue(open, month, zone, author);
    List<Statement> issued = new ArrayList<>();
    projects.forEach(project -> closed.find(project, month, zone).ifPresent(issued::add));
    return new CloseOutcome.Closed(issued);
  }

  private List<Fault> faults(
      YearMonth month, ZoneId zone, SortedSet<String> projects, Instant now) {
    List<Fault> faults = new ArrayList<>();
    if (Months.end(month, zone).isAfter(now)) {
      String detail =
          "Only a month that is over can be closed; it ends at " + Months.end(month, zone);
      faults.add(new Fault("/month", "PERIOD_NOT_OVER", detail, month.toString(), null));
    }
    for (String project : projects) {
      Optional<String> other = closed.closedZone(project, month);
      if (other.isPresent() && !other.get().equals(zone.getId())) {
        String detail = "Project %s was closed in zone %s.".formatted(project, other.get());
        faults.add(new Fault("/zone", "OTHER_ZONE", detail, zone.getId(), other.get()));
      }
    }
    return faults;
  }
}
