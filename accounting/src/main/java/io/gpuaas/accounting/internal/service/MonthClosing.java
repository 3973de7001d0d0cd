package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.MonthLineStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import io.gpuaas.core.Fault;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Closes months, each in one transaction with the follower kept waiting: it happens once, whenever
/// the process dies.
@Service
class MonthClosing implements PeriodClosing {
  private final LedgerFollower follower;
  private final MonthSettling settling;
  private final StatementIssue issue;
  private final ClosedMonthStore closed;
  private final SoftCloseStore softClosed;
  private final StatementMaker statements;
  private final MonthLineStore lines;
  private final InstantSource clock;
  private final TransactionTemplate transaction;

  MonthClosing(
      LedgerFollower follower,
      MonthSettling settling,
      StatementIssue issue,
      ClosedMonthStore closed,
      SoftCloseStore softClosed,
      StatementMaker statements,
      MonthLineStore lines,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.follower = follower;
    this.settling = settling;
    this.issue = issue;
    this.closed = closed;
    this.softClosed = softClosed;
    this.statements = statements;
    this.lines = lines;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public CloseOutcome close(Period period, SortedSet<String> projects, String author) {
    return inOne(() -> closeAll(period, projects, author));
  }

  @Override
  public CloseOutcome softClose(Period period, SortedSet<String> projects, String author) {
    return inOne(() -> softCloseAll(period, projects, author));
  }

  private CloseOutcome inOne(Supplier<CloseOutcome> work) {
    follower.catchUp();
    CloseOutcome outcome = transaction.execute(_ -> work.get());
    if (outcome == null) {
      throw new IllegalStateException("The transaction gave no outcome.");
    }
    return outcome;
  }

  @Override
  public List<PeriodState> states(YearMonth month) {
    SortedMap<String, PeriodState> states = new TreeMap<>();
    softClosed.ofMonth(month).forEach(it -> states.put(it.state().project(), it.state()));
    closed.states(month).forEach(it -> states.put(it.project(), it));
    return List.copyOf(states.values());
  }

  @Override
  public SortedMap<String, Instant> lastBooked(Instant from, Instant to) {
    return lines.lastBooked(from, to);
  }

  private CloseOutcome closeAll(Period period, SortedSet<String> projects, String author) {
    settling.lock();
    Instant now = clock.instant();
    List<Fault> faults = faults(period, projects, now);
    if (!faults.isEmpty()) {
      return new CloseOutcome.Refused(faults);
    }
    List<String> open = with(projects, it -> !closed.isClosed(it, period.month()));
    List<String> unsettled = with(open, it -> softClosed.find(it, period.month()).isEmpty());
    settling.settle(unsettled, period, now);
    issue.issue(open, period, author);
    List<Statement> issued = new ArrayList<>();
    projects.forEach(project -> closed.find(project, period.month()).ifPresent(issued::add));
    return new CloseOutcome.Closed(issued);
  }

  private CloseOutcome softCloseAll(Period period, SortedSet<String> projects, String author) {
    settling.lock();
    Instant now = clock.instant();
    List<Fault> faults = faults(period, projects, now);
    if (!faults.isEmpty()) {
      return new CloseOutcome.Refused(faults);
    }
    List<String> open = with(projects, it -> !closed.isClosed(it, period.month()));
    List<String> unsettled = with(open, it -> softClosed.find(it, period.month()).isEmpty());
    Progress upTo = settling.settle(unsettled, period, now);
    for (String project : unsettled) {
      softClosed.add(
          new PeriodState(project, period, Statement.Status.SOFT_CLOSED, "", now, author), upTo);
    }
    List<Statement> settled = new ArrayList<>(statements.softClosed(open, period));
    projects.forEach(project -> closed.find(project, period.month()).ifPresent(settled::add));
    settled.sort(Comparator.comparing(Statement::project));
    return new CloseOutcome.Closed(settled);
  }

  private static List<String> with(Collection<String> projects, Predicate<String> wanted) {
    return projects.stream().filter(wanted).toList();
  }

  private List<Fault> faults(Period period, SortedSet<String> projects, Instant now) {
    List<Fault> faults = new ArrayList<>();
    if (period.to().isAfter(now)) {
      String detail = "Only a month that is over can be closed; it ends at " + period.to();
      faults.add(new Fault("/month", "PERIOD_NOT_OVER", detail, period.month().toString(), null));
    }
    for (PeriodState state : states(period.month())) {
      if (projects.contains(state.project()) && !state.period().equals(period)) {
        String other = state.period().key();
        String detail = "Project %s was closed in zone %s.".formatted(state.project(), other);
        faults.add(new Fault("/zone", "OTHER_ZONE", detail, period.key(), other));
      }
    }
    return faults;
  }
}
