package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.fixtures.SlowLedger;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The engine against [SlowLedger], on random histories over the end of a month.
class BooksPropertyTest {
  private static final Instant START = Instant.parse("2026-03-31T23:59:59.970Z");
  private static final int HISTORIES = 10_000;
  private static final int BANDED_HISTORIES = 800;
  private static final long LENGTH = 120;
  private final MeterPolicy policy = MeterPolicy.standard();

  @Test
  void everyMillisecondIsBookedAsTheSlowLedgerBooksIt() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<UsageEvent> events = RandomHistory.events(seed, START, 5, 5 + (int) (seed % 20));
      List<Rate> rates = RandomHistory.rates(seed, START, LENGTH);
      List<RatedUsage> rated = book(delivered(events, seed), rates, seed);
      long from = START.toEpochMilli();
      assertThat(ticks(rated))
          .as("seed %d", seed)
          .isEqualTo(new SlowLedger(events, rates, policy).booked(from, from + LENGTH));
      assertBalanced(rated, seed);
    }
  }

  /// A border of a band lies inside each history: 02:00 of a Wednesday in Berlin, and the hours in
  /// which its clocks are moved.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-31T23:59:59.970Z",
        "2026-03-29T00:59:59.970Z",
        "2026-10-25T00:59:59.970Z",
        "2026-10-25T00:29:59.970Z"
      })
  void pricesOfHoursOfTheWeekAreThoseOfTheSlowLedger(Instant start) {
    long from = start.toEpochMilli();
    for (long seed = 0; seed < BANDED_HISTORIES; seed++) {
      List<UsageEvent> events = RandomHistory.events(seed, start, 5, 5 + (int) (seed % 20));
      List<Rate> rates = RandomHistory.ratesWithBands(seed, start, LENGTH);
      List<RatedUsage> rated = book(delivered(events, seed), rates, seed);
      assertThat(ticks(rated))
          .as("seed %d", seed)
          .isEqualTo(new SlowLedger(events, rates, policy).booked(from, from + LENGTH));
    }
  }

  /// Repeats some events and mixes up the order, as a bad network would.
  private static List<UsageEvent> delivered(List<UsageEvent> events, long seed) {
    List<UsageEvent> delivered = new ArrayList<>(events);
    Random random = new Random(seed);
    for (UsageEvent event : events) {
      if (random.nextInt(4) == 0) {
        delivered.add(event);
      }
    }
    Collections.shuffle(delivered, random);
    return delivered;
  }

  /// Books in batches of random size; what is open between them is handed on.
  private List<RatedUsage> book(List<UsageEvent> delivered, List<Rate> rates, long seed) {
    Delivery delivery = Delivery.of(delivered, new TreeMap<>(), 0);
    assertThat(delivery.errors()).as("seed %d", seed).isEmpty();
    Random random = new Random(seed);
    Bookkeeper bookkeeper = new Bookkeeper(new Meter(policy));
    Rater rater = new Rater(new PriceBook(rates), policy);
    Map<RunId, OpenRun> open = new TreeMap<>();
    List<RatedUsage> rated = new ArrayList<>();
    List<UsageEvent> rest = delivery.fresh();
    while (!rest.isEmpty()) {
      int size = 1 + random.nextInt(rest.size());
      Bookkeeper.Batch batch = bookkeeper.book(open, rest.subList(0, size));
      assertThat(batch.errors()).as("seed %d", seed).isEmpty();
      open.putAll(batch.open());
      batch.released().forEach(open::remove);
      for (Bookkeeper.Booked booked : batch.booked()) {
        rater.rate(booked.usage()).forEach(part -> rated.addAll(Months.cut(part)));
      }
      rest = rest.subList(size, rest.size());
    }
    return rated;
  }

  private static SortedMap<String, Integer> ticks(List<RatedUsage> rated) {
    SortedMap<String, Integer> ticks = new TreeMap<>();
    for (RatedUsage part : rated) {
      UsageInterval usage = part.usage();
      String price =
          switch (part.pricing()) {
            case Pricing.Priced(_, _, long micros, _) -> "" + micros;
            case Pricing.Free() -> "free";
            case Pricing.Unpriced() -> "unpriced";
          };
      for (long t = usage.from().toEpochMilli(); t < usage.to().toEpochMilli(); t++) {
        String tick =
            SlowLedger.text(
                usage.run(),
                new GpuHolding(usage.pool(), usage.model(), usage.usageClass(), usage.milliGpus()),
                usage.meter(),
                t,
                price);
        ticks.merge(tick, (int) (usage.milliGpus() / 500), Integer::sum);
      }
    }
    return ticks;
  }

  private static void assertBalanced(List<RatedUsage> rated, long seed) {
    Charge sum = Charge.ZERO;
    Charge debits = Charge.ZERO;
    for (Postings.Posting posting : Postings.of(rated)) {
      sum = sum.plus(posting.amount());
      boolean platform = posting.account().equals(Postings.RECOVERY);
      debits = platform ? debits : debits.plus(posting.amount());
    }
    Charge charged = rated.stream().map(RatedUsage::charge).reduce(Charge.ZERO, Charge::plus);
    assertThat(sum).as("postings of seed %d", seed).isEqualTo(Charge.ZERO);
    assertThat(debits).as("expense of seed %d", seed).isEqualTo(charged);
  }
}
