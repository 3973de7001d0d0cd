package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.accounting.internal.engine.RollUpSpans.Span;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Sums against adding up minute by minute; spans against asking minute by minute.
class RollUpPropertyTest {
  private static final Instant START = Instant.parse("2026-03-27T22:00:00Z");
  private static final long MINUTE = 60_000;
  private static final int MINUTES = 4_000;
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe");
  private static final List<Dimension> STEPS =
      List.of(Dimension.HOUR, Dimension.DAY, Dimension.WEEK, Dimension.MONTH, Dimension.YEAR);

  private static RatedUsage piece(SplittableRandom random) {
    Instant from = START.plusMillis(MINUTE * random.nextInt(MINUTES));
    UsageInterval usage =
        new UsageInterval(
            Story.ref("p" + random.nextInt(2), "j"),
            "h200",
            "H",
            random.nextBoolean() ? UsageClass.NOMINAL : UsageClass.BORROWED,
            UsageMeter.RUN,
            1 + random.nextInt(8_000),
            from,
            from.plusMillis(MINUTE * (1 + random.nextInt(2_000))));
    Pricing pricing =
        switch (random.nextInt(3)) {
          case 0 -> new Pricing.Free();
          case 1 -> new Pricing.Unpriced();
          default -> new Pricing.Priced(1, 1, 1 + random.nextInt(2), 1 + random.nextInt(2));
        };
    return new RatedUsage(usage, pricing);
  }

  @Test
  void hoursAndDaysAreWhatTheMinutesAddUpTo() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<RatedUsage> pieces = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        pieces.add(piece(random));
      }
      RollUp sums = RollUp.of(pieces);
      assertThat(flat(sums.hours())).as("seed %d", seed).isEqualTo(slow(pieces, 3_600_000));
      assertThat(flat(sums.days())).as("seed %d", seed).isEqualTo(slow(pieces, 86_400_000));
    }
  }

  private static SortedMap<String, Long> flat(SortedMap<RollUp.Key, SortedMap<Long, Long>> sums) {
    SortedMap<String, Long> flat = new TreeMap<>();
    sums.forEach(
        (key, ofKey) ->
            ofKey.forEach(
                (at, quantity) ->
                    flat.merge(
                        "%s %s %s %s"
                            .formatted(
                                key.project(),
                                key.usageClass(),
                                key.kind() + "" + key.priceMicros() + "/" + key.listMicros(),
                                Instant.ofEpochMilli(at)),
                        quantity,
                        Long::sum)));
    return flat;
  }

  private static SortedMap<String, Long> slow(List<RatedUsage> pieces, long unit) {
    SortedMap<String, Long> slow = new TreeMap<>();
    for (RatedUsage piece : pieces) {
      UsageInterval usage = piece.usage();
      String price =
          switch (piece.pricing()) {
            case Pricing.Priced(_, _, long micros, long list) -> "BILLED" + micros + "/" + list;
            case Pricing.Free() -> "FREE0/0";
            case Pricing.Unpriced() -> "UNRATED0/0";
          };
      long end = usage.to().toEpochMilli();
      for (long at = usage.from().toEpochMilli(); at < end; at += MINUTE) {
        String key =
            "%s %s %s %s"
                .formatted(
                    usage.run().project(),
                    usage.usageClass(),
                    price,
                    Instant.ofEpochMilli(at / unit * unit));
        slow.merge(key, usage.milliGpus() * MINUTE, Long::sum);
      }
    }
    return slow;
  }

  @Test
  void aLatePriceTakesTheUnratedTimeBack() {
    SplittableRandom random = new SplittableRandom(7);
    UsageInterval usage = piece(random).usage();
    RatedUsage unrated = new RatedUsage(usage, new Pricing.Unpriced());
    RatedUsage priced = new RatedUsage(usage, new Pricing.Priced(1, 1, 2));
    SortedMap<String, Long> both = flat(RollUp.of(List.of(unrated)).hours());
    flat(RollUp.ofLatePrices(List.of(priced)).hours())
        .forEach((key, quantity) -> both.merge(key, quantity, Long::sum));
    both.values().removeIf(quantity -> quantity == 0);
    assertThat(both).isEqualTo(flat(RollUp.of(List.of(priced)).hours()));
  }

  @Test
  void spansCoverTheBucketsOnceAndAreWhole() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Instant from = START.plusMillis(MINUTE * random.nextInt(MINUTES));
      Instant to = from.plusMillis(MINUTE * (1 + random.nextInt(6_000)));
      ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
      Dimension step = STEPS.get(random.nextInt(STEPS.size()));
      List<Buckets.Bucket> buckets = Buckets.of(step, from, to, zone);
      RollUpSpans spans = RollUpSpans.of(buckets);
      for (long at = from.toEpochMilli(); at < to.toEpochMilli(); at += MINUTE) {
        int covered = in(spans.days(), at) + in(spans.hours(), at) + in(spans.rest(), at);
        assertThat(covered).as("seed %d at %d", seed, at).isEqualTo(1);
      }
      assertThat(wholeUnits(spans.days(), buckets, 86_400_000)).as("seed %d", seed).isTrue();
      assertThat(wholeUnits(spans.hours(), buckets, 3_600_000)).as("seed %d", seed).isTrue();
    }
  }

  private static int in(List<Span> spans, long at) {
    return (int)
        spans.stream()
            .filter(it -> it.from().toEpochMilli() <= at && at < it.to().toEpochMilli())
            .count();
  }

  /// Whether each unit of the spans lies in one bucket.
  private static boolean wholeUnits(List<Span> spans, List<Buckets.Bucket> buckets, long unit) {
    for (Span span : spans) {
      long start = span.from().toEpochMilli();
      long end = span.to().toEpochMilli();
      if (start % unit != 0 || end % unit != 0) {
        return false;
      }
      for (long at = start; at < end; at += unit) {
        Instant first = Instant.ofEpochMilli(at);
        Instant last = Instant.ofEpochMilli(at + unit);
        boolean inOne =
            buckets.stream().anyMatch(it -> !it.from().isAfter(first) && !it.to().isBefore(last));
        if (!inOne) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void turnsDependNeitherOnCutsNorOnOrder() {
    LineTurns whole = new LineTurns();
    whole.add("a", 0, 10, 1);
    whole.add("b", 5, 6, 1);
    LineTurns cut = new LineTurns();
    cut.add("b", 5, 6, 1);
    cut.add("a", 4, 10, 1);
    cut.add("c", 1, 9, 1);
    cut.add("a", 0, 4, 1);
    cut.add("c", 1, 9, -1);
    cut.add("d", 3, 3, 1);
    assertThat(cut.digest()).isEqualTo(whole.digest());
    cut.add("a", 10, 11, 1);
    assertThat(cut.digest()).isNotEqualTo(whole.digest());
  }
}
