package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.internal.engine.Bookkeeper;
import io.gpuaas.accounting.internal.engine.Bookkeeper.BookingError;
import io.gpuaas.accounting.internal.engine.EventDigest;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Line;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
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
  private static final int BATCH = 4_000;

  private final UsageEventLog log;
  private final BookStore books;
  private final RateStore rates;
  private final InstantSource clock;
  private final TransactionTemplate transaction;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Bookkeeper bookkeeper = new Bookkeeper(new Meter(policy));

  EventLedgerFollower(
      UsageEventLog log,
      BookStore books,
      RateStore rates,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.log = log;
    this.books = books;
    this.rates = rates;
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
    List<BookingError> errors = new ArrayList<>();
    SortedMap<Long, UsageEvent> fresh = fresh(delivered, progress.seq(), errors);
    List<UsageEvent> events = List.copyOf(fresh.values());
    Bookkeeper.Batch batch = bookkeeper.book(books.openRuns(Bookkeeper.runsOf(events)), events);
    errors.addAll(batch.errors());
    List<Line> lines = lines(batch, progress);
    write(batch, lines, errors, now);
    long journal = progress.journalId() + 1;
    books.addJournal(
        journal,
        "USAGE",
        reference(fresh),
        now,
        rates.currency().orElse(Currencies.DEFAULT),
        Postings.of(lines.stream().map(Line::rated).toList()));
    long seq = fresh.isEmpty() ? progress.seq() : fresh.lastKey();
    books.saveProgress(new Progress(seq, progress.intervalId() + lines.size(), journal));
    return events.size();
  }

  private static String reference(SortedMap<Long, UsageEvent> fresh) {
    return fresh.isEmpty() ? "" : "events %d-%d".formatted(fresh.firstKey(), fresh.lastKey());
  }

  /// Events not heard before, by `seq`. Repetitions are dropped, contradictions become errors.
  private SortedMap<Long, UsageEvent> fresh(
      List<UsageEvent> delivered, long bookedUpTo, List<BookingError> errors) {
    List<UsageEvent> sorted =
        delivered.stream().sorted(Comparator.comparingLong(UsageEvent::seq)).toList();
    SortedMap<Long, Long> heard =
        new TreeMap<>(books.heard(sorted.stream().map(UsageEvent::seq).toList()));
    SortedMap<Long, UsageEvent> fresh = new TreeMap<>();
    SortedMap<Long, Long> digests = new TreeMap<>();
    for (UsageEvent event : sorted) {
      long digest = EventDigest.of(event);
      Long before = heard.putIfAbsent(event.seq(), digest);
      if (before == null && event.seq() > bookedUpTo) {
        fresh.put(event.seq(), event);
        digests.put(event.seq(), digest);
      } else if (before == null || before != digest) {
        String detail = "Event %d was heard before with other content.".formatted(event.seq());
        errors.add(new BookingError("CONFLICT", detail, event));
      }
    }
    books.addHeard(digests);
    return fresh;
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

  private void write(
      Bookkeeper.Batch batch, List<Line> lines, List<BookingError> errors, Instant now) {
    books.saveOpenRuns(batch.open().values());
    books.removeOpenRuns(batch.released());
    books.addLines(lines);
    books.addCapacities(batch.capacities());
    books.addErrors(errors, now);
  }
}
