package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.RunningRuns;
import io.gpuaas.accounting.internal.engine.BudgetCheck;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.accounting.internal.store.BudgetStore.Hold;
import io.gpuaas.accounting.internal.store.BudgetStore.Kept;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.RunId;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Keeps budgets.
@Service
class BudgetBook implements Budgets {
  private static final int REASON_MAX = 1_000;

  private final BudgetStore store;
  private final BudgetStandings standings;
  private final BookStore books;
  private final RunningRuns runs;
  private final RateStore rates;
  private final InstantSource clock;

  BudgetBook(
      BudgetStore store,
      BudgetStandings standings,
      BookStore books,
      RunningRuns runs,
      RateStore rates,
      InstantSource clock) {
    this.store = store;
    this.standings = standings;
    this.books = books;
    this.runs = runs;
    this.rates = rates;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Standing> standings(SortedMap<String, ProjectHome> homes, Instant now) {
    return standings.of(store.all(), homes, now);
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Optional<Standing> standing(String id, SortedMap<String, ProjectHome> homes, Instant now) {
    List<Kept> kept = store.find(id).map(List::of).orElse(List.of());
    return standings.of(kept, homes, now).stream().findFirst();
  }

  @Override
  @Transactional
  public Outcome save(
      Draft draft, int expectedVersion, SortedMap<String, ProjectHome> homes, String author) {
    // With the follower kept waiting no run is released between the look at it and its hold.
    books.lockProgress();
    store.lock();
    Optional<Kept> before = store.find(draft.id());
    int version = before.map(kept -> kept.budget().version()).orElse(0);
    if (version != expectedVersion) {
      return new Outcome.Stale(version);
    }
    String currency = rates.currency().orElse(Currencies.DEFAULT);
    BudgetCheck.Result checked = new BudgetCheck(homes, currency).check(draft, version + 1);
    List<Fault> faults = new ArrayList<>(checked.faults());
    Instant now = clock.instant();
    List<Hold> holds = new ArrayList<>(store.holds());
    List<Ask> unheld = faults.isEmpty() && checked.budget().active() ? unheld(holds) : List.of();
    unheld.forEach(ask -> holds.add(Hold.of(ask)));
    if (faults.isEmpty()) {
      belowHeld(checked.budget(), holds, homes, now).ifPresent(faults::add);
    }
    if (!faults.isEmpty()) {
      return new Outcome.Refused(faults);
    }
    unheld.forEach(store::hold);
    store.save(checked.budget(), author, now);
    return new Outcome.Saved(checked.budget());
  }

  /// Runs that were admitted while there was no active budget.
  private List<Ask> unheld(List<Hold> holds) {
    TreeSet<RunId> held = new TreeSet<>();
    holds.forEach(hold -> held.add(hold.run().run()));
    return runs.running().stream().filter(ask -> !held.contains(ask.run().run())).toList();
  }

  /// A hard budget cannot be set below what running jobs may cost already.
  private Optional<Fault> belowHeld(
      Budget budget, List<Hold> holds, SortedMap<String, ProjectHome> homes, Instant now) {
    List<Kept> one = List.of(new Kept(budget, null, null));
    Standing standing = standings.of(one, holds, homes, now).getFirst();
    boolean below =
        budget.hard()
            && budget.active()
            && standing.held().units().signum() > 0
            && budget.amount().compareTo(standing.committed()) < 0;
    String least = standing.committed().toDecimal(2).toPlainString();
    return below
        ? Optional.of(
            new Fault(
                "/amount",
                "BELOW_HELD",
                "Used and held by running jobs are %s already.".formatted(least),
                budget.amount().toDecimal(2).toPlainString(),
                least))
        : Optional.empty();
  }

  @Override
  @Transactional
  public Outcome override(String id, String until, String reason, String author) {
    store.lock();
    Optional<Kept> kept = store.find(id);
    if (kept.isEmpty()) {
      return new Outcome.Unknown();
    }
    Instant now = clock.instant();
    List<Fault> faults = new ArrayList<>();
    if (reason.isBlank() || reason.length() > REASON_MAX) {
      String detail = "A reason of 1 to 1000 characters is needed.";
      faults.add(new Fault("/reason", "INVALID_TEXT", detail, reason, "1000"));
    }
    Instant end = Instant.EPOCH;
    try {
      end = Instant.parse(until);
    } catch (DateTimeException _) {
      String detail = "An instant such as 2026-12-01T00:00:00Z is needed.";
      faults.add(new Fault("/until", "INVALID_TIME", detail, until, null));
    }
    if (faults.isEmpty() && !end.isAfter(now)) {
      String detail = "It must be later than now (%s).".formatted(now);
      faults.add(new Fault("/until", "IN_THE_PAST", detail, until, now.toString()));
    }
    if (!faults.isEmpty()) {
      return new Outcome.Refused(faults);
    }
    store.override(id, end, reason, author, now);
    return new Outcome.Saved(kept.get().budget());
  }
}
