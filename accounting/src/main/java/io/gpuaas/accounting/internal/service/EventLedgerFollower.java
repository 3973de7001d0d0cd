package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.internal.engine.Bookkeeper;
import io.gpuaas.accounting.internal.engine.Bookkeeper.BookingError;
import io.gpuaas.accounting.internal.engine.Delivery;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Line;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.accounting.internal.store.LateStore;
import io.gpuaas.accounting.internal.store.LateStore.PricedCorrection;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.RunPlaceStore;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Books the events of [UsageEventLog] in batches.
///
/// A batch is one transaction: intervals, rated lines, postings, state of open runs and the place
/// in the log are written together or not at all, so that each event is booked exactly once
/// whenever the process dies. A lock on the place keeps a second follower waiting.
@Service
class EventLedgerFollower implements LedgerFollower {
  private static final int BATCH = 20_000;

  private final UsageEventLog log;
  private final BookStore books;
  private final RateStore rates;
  private final LateStore lates;
  private final RunPlaceStore places;
  private final BudgetStore budgets;
  private final InstantSource clock;
  private final TransactionTemplate transaction;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Bookkeeper bookkeeper = new Bookkeeper(new Meter(policy));

  EventLedgerFollower(
      UsageEventLog log,
      BookStore books,
      RateStore rates,
      LateStore lates,
      RunPlaceStore places,
      BudgetStore budgets,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.log = log;
    this.books = books;
    this.rates = rates;
    this.lates = lates;
    this.places = places;
    this.budgets = budgets;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public long catchUp() {
    long sum = 0;
    int booked = bookBatch();
    while (booked > 0) {
      sum += booked;
      booked = bookBatch();
    }
    return sum;
  }

  @Override
  public long bookedUpTo() {
    return books.bookedUpTo();
  }

  private int bookBatch() {
    Integer booked = transaction.execute(_ -> book(books.lockProgress()));
    return booked == null ? 0 : booked;
  }

  private int book(Progress progress) {
    List<UsageEvent> delivered = log.after(progress.seq(), BATCH);
    if (delivered.isEmpty()) {
      return 0;
    }
    Instant now = clock.instant();
    Delivery delivery = Delivery.of(delivered, books.heard(seqs(delivered)), progress.seq());
    List<UsageEvent> events = delivery.fresh();
    books.addHeard(delivery.digests());
    Bookkeeper.Batch batch = bookkeeper.book(books.openRuns(Bookkeeper.runsOf(events)), events);
    List<BookingError> errors = new ArrayList<>(delivery.errors());
    errors.addAll(batch.errors());
    List<Line> lines = lines(batch, progress);
    write(batch, lines, errors, now);
    long journal = progress.journalId() + 1;
    books.addJournal(
        journal,
        "USAGE",
        delivery.reference(),
        now,
        rates.currency().orElse(Currencies.DEFAULT),
        Postings.of(lines.stream().map(Line::rated).toList()));
    bookCorrections(batch, journal + 1, now);
    long seq = events.isEmpty() ? progress.seq() : events.getLast().seq();
    books.saveProgress(new Progress(seq, progress.intervalId() + lines.size(), journal + 1));
    return events.size();
  }

  private static List<Long> seqs(List<UsageEvent> events) {
    return events.stream().map(UsageEvent::seq).toList();
  }

  private List<Line> lines(Bookkeeper.Batch batch, Progress progress) {
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    List<Line> lines = new ArrayList<>();
    long id = progress.intervalId();
    for (Bookkeeper.Booked booked : batch.booked()) {
      for (RatedUsage rated : rater.rate(booked.usage())) {
        for (RatedUsage part : Months.cut(rated)) {
          lines.add(new Line(++id, booked.seq(), progress.journalId() + 1, part));
        }
      }
    }
    return lines;
  }

  /// What closed months have wrong, now that runs have ended: settled in the month of today.
  private void bookCorrections(Bookkeeper.Batch batch, long journal, Instant now) {
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    List<PricedCorrection> priced = new ArrayList<>();
    Map<String, Charge> byProject = new TreeMap<>();
    for (Bookkeeper.Correction correction : batch.corrections()) {
      for (RatedUsage part : rater.rate(correction.usage())) {
        PricedCorrection one = new PricedCorrection(correction, part, journal);
        priced.add(one);
        byProject.merge(part.usage().run().project(), one.charge(), Charge::plus);
      }
    }
    if (!priced.isEmpty()) {
      lates.addCorrections(priced, "What a closed month held turned out otherwise");
      books.addJournal(
          journal,
          "CORRECTION",
          "facts after a close",
          now,
          rates.currency().orElse(Currencies.DEFAULT),
          Postings.balanced(byProject, Postings.RECOVERY));
    }
  }

  private void write(
      Bookkeeper.Batch batch, List<Line> lines, List<BookingError> errors, Instant now) {
    books.saveOpenRuns(batch.open().values());
    books.removeOpenRuns(batch.released());
    books.addLines(lines);
    books.addChains(batch.chains());
    places.add(batch.places());
    books.addCapacities(batch.capacities());
    books.addErrors(errors, now);
    budgets.release(batch.released(), now);
  }
}
