package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Auditor.Reproduction;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Bookkeeper;
import io.gpuaas.accounting.internal.engine.LineTurns;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.MonthLineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/// Makes the lines of a span of time anew, from the first event on, and compares them with those of
/// the books as bytes.
@Component
class MonthReproduction {
  private static final int BATCH = 20_000;

  private final UsageEventLog log;
  private final BookStore books;
  private final LineStore open;
  private final MonthLineStore lines;
  private final RateStore rates;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  MonthReproduction(
      UsageEventLog log, BookStore books, LineStore open, MonthLineStore lines, RateStore rates) {
    this.log = log;
    this.books = books;
    this.open = open;
    this.lines = lines;
    this.rates = rates;
  }

  /// Takes part in a transaction that sees one state of the books.
  Reproduction of(Instant from, Instant to) {
    AtomicLong count = new AtomicLong();
    LineTurns stored = new LineTurns();
    lines.forEach(
        from,
        to,
        line -> {
          count.incrementAndGet();
          stored.add(
              line.key(),
              Math.max(line.fromMillis(), from.toEpochMilli()),
              Math.min(line.toMillis(), to.toEpochMilli()),
              line.sign());
        });
    return new Reproduction(count.get(), stored.digest(), anew(from, to).digest());
  }

  private LineTurns anew(Instant from, Instant to) {
    LineTurns made = new LineTurns();
    Bookkeeper bookkeeper = new Bookkeeper(meter);
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    Map<RunId, OpenRun> running = new TreeMap<>();
    long last = books.bookedUpTo();
    long seq = 0;
    while (seq < last) {
      List<UsageEvent> events =
          log.after(seq, BATCH).stream().filter(event -> event.seq() <= last).toList();
      if (events.isEmpty()) {
        break;
      }
      seq = events.getLast().seq();
      Bookkeeper.Batch batch = bookkeeper.book(running, events);
      running.putAll(batch.open());
      batch.released().forEach(running::remove);
      batch.booked().forEach(booked -> add(made, rater, booked.usage(), from, to));
    }
    for (OpenRun kept : open.openRuns()) {
      OpenRun run = running.get(kept.run().run());
      if (run != null && kept.storedUpTo().isAfter(run.boundAt())) {
        meter.accrued(run, kept.storedUpTo()).forEach(usage -> add(made, rater, usage, from, to));
      }
    }
    return made;
  }

  private static void add(
      LineTurns turns, Rater rater, UsageInterval usage, Instant from, Instant to) {
    if (usage.from().isBefore(to) && usage.to().isAfter(from)) {
      for (RatedUsage part : rater.rate(usage)) {
        long begin = Math.max(part.usage().from().toEpochMilli(), from.toEpochMilli());
        long end = Math.min(part.usage().to().toEpochMilli(), to.toEpochMilli());
        turns.add(Remetering.key(part), begin, end, 1);
      }
    }
  }
}
