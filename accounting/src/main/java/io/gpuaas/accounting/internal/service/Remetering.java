package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Bookkeeper;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.AuditStore;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Makes the books anew from the events and the rates, in memory, and compares.
@Component
class Remetering {
  private static final int BATCH = 4_000;
  private static final int DIFFERENCES_MAX = 100;

  private final UsageEventLog log;
  private final BookStore books;
  private final RateStore rates;
  private final AuditStore store;
  private final MeterPolicy policy = MeterPolicy.standard();

  Remetering(UsageEventLog log, BookStore books, RateStore rates, AuditStore store) {
    this.log = log;
    this.books = books;
    this.rates = rates;
    this.store = store;
  }

  /// Lines that are in the books and should not be, or the other way round.
  List<SortedMap<String, String>> differences() {
    long last = books.bookedUpTo();
    Bookkeeper bookkeeper = new Bookkeeper(new Meter(policy));
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    Map<RunId, OpenRun> open = new TreeMap<>();
    List<SortedMap<String, String>> differences = new ArrayList<>();
    long seq = 0;
    while (seq < last && differences.size() < DIFFERENCES_MAX) {
      List<UsageEvent> events =
          log.after(seq, BATCH).stream().filter(event -> event.seq() <= last).toList();
      if (events.isEmpty()) {
        break;
      }
      seq = events.getLast().seq();
      Bookkeeper.Batch batch = bookkeeper.book(open, events);
      open.putAll(batch.open());
      batch.released().forEach(open::remove);
      compare(batch, rater, differences);
    }
    return differences;
  }

  private void compare(
      Bookkeeper.Batch batch, Rater rater, List<SortedMap<String, String>> differences) {
    TreeSet<String> jobs = new TreeSet<>();
    TreeSet<String> runs = new TreeSet<>();
    for (Bookkeeper.Chain chain : batch.chains()) {
      jobs.add(chain.run().job().value());
      runs.add(chain.run().run().value());
    }
    TreeMap<String, Integer> turns = new TreeMap<>();
    for (Bookkeeper.Booked booked : batch.booked()) {
      for (RatedUsage part : rater.rate(booked.usage())) {
        add(turns, key(part), part.usage().from().toEpochMilli(), 1);
        add(turns, key(part), part.usage().to().toEpochMilli(), -1);
      }
    }
    for (AuditStore.BookLine line : store.booked(List.copyOf(jobs))) {
      if (runs.contains(line.run())) {
        add(turns, line.key(), line.fromMillis(), -line.sign());
        add(turns, line.key(), line.toMillis(), line.sign());
      }
    }
    turns.forEach((turn, count) -> addDifference(differences, turn, count));
  }

  /// Counts where lines begin (1) and end (-1). Touching lines cancel out, so that it does not
  /// matter where a line was cut.
  private static void add(Map<String, Integer> turns, String key, long millis, int sign) {
    turns.merge(key + " at " + Instant.ofEpochMilli(millis), sign, Integer::sum);
  }

  private static void addDifference(
      List<SortedMap<String, String>> differences, String turn, int count) {
    if (count != 0) {
      TreeMap<String, String> row = new TreeMap<>();
      row.put("line", turn);
      row.put("off", Integer.toString(count));
      differences.add(row);
    }
  }

  /// Everything that a line says but its times, as [AuditStore] writes it.
  static String key(RatedUsage rated) {
    UsageInterval usage = rated.usage();
    String billed =
        switch (rated.pricing()) {
          case Pricing.Priced(_, _, long price, _) -> "true|" + price;
          case Pricing.Free() -> "false|0";
          case Pricing.Unpriced() -> "unrated|0";
        };
    return String.join(
        "|",
        usage.run().run().value(),
        usage.pool(),
        usage.model(),
        usage.usageClass().name(),
        usage.meter().name(),
        "" + usage.milliGpus(),
        billed);
  }
}
