package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.QuotaUse.Row;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.accounting.internal.engine.QuotaTimes.Change;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The use of quota against counting in every millisecond.
class QuotaUsePropertyTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant FROM = START.plusMillis(10);
  private static final Instant TO = START.plusMillis(60);
  private static final int HISTORIES = 2_000;

  private record Held(String project, UsageClass usageClass, long gpus, Instant from, Instant to) {}

  private record History(List<Change> changes, List<Held> held, List<WaitingTime> waiting) {}

  @Test
  void whatIsGuaranteedIsUsedUnusedOrStarved() {
    int starving = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = history(new SplittableRandom(seed));
      QuotaUseMeter meter = new QuotaUseMeter();
      new QuotaTimes(history.changes, List.of()).steps(FROM, TO).forEach(meter::addGuarantee);
      history.held.forEach(
          it -> meter.addHeld(it.project, "pool", it.usageClass, it.gpus, it.from, it.to));
      history.waiting.forEach(meter::addWaiting);
      List<String> told = meter.rows(FROM, TO).stream().map(QuotaUsePropertyTest::text).toList();
      assertThat(told).as("seed %d", seed).isEqualTo(slow(history));
      starving += (int) told.stream().filter(it -> !it.endsWith("null")).count();
    }
    assertThat(starving).isPositive();
  }

  private static History history(SplittableRandom random) {
    List<Change> changes = new ArrayList<>();
    Instant at = Instant.EPOCH;
    for (int i = 0; i < 3; i++) {
      for (String project : List.of("a", "b")) {
        long gpus = random.nextInt(5) * 1_000L;
        changes.add(new Change(at, new Guarantee(project, "pool", gpus, gpus, "")));
      }
      at = START.plusMillis(20 * i + random.nextInt(20));
    }
    List<Held> held = new ArrayList<>();
    List<WaitingTime> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Instant from = START.plusMillis(random.nextInt(60));
      Instant to = from.plusMillis(random.nextInt(1, 40));
      String project = random.nextBoolean() ? "a" : "b";
      UsageClass usageClass = random.nextInt(3) == 0 ? UsageClass.BORROWED : UsageClass.NOMINAL;
      if (random.nextBoolean()) {
        held.add(new Held(project, usageClass, random.nextInt(1, 3) * 1_000L, from, to));
      } else {
        TreeSet<String> pools = new TreeSet<>(List.of("other", "pool"));
        waiting.add(new WaitingTime(project, pools, random.nextInt(1, 4) * 1_000L, from, to));
      }
    }
    return new History(changes, held, waiting);
  }

  private static List<String> slow(History history) {
    List<String> rows = new ArrayList<>();
    for (String project : List.of("a", "b")) {
      long[] sums = new long[5];
      @Nullable Instant since = null;
      for (Instant t = FROM; t.isBefore(TO); t = t.plusMillis(1)) {
        long guaranteed = guaranteed(history, project, t);
        long nominal = held(history, project, UsageClass.NOMINAL, t);
        long free = Math.max(0, guaranteed - nominal);
        long starved = Math.min(free, waited(history, project, t));
        sums[0] += guaranteed;
        sums[1] += nominal;
        sums[2] += held(history, project, UsageClass.BORROWED, t);
        sums[3] += free - starved;
        sums[4] += starved;
        since = starved == 0 ? null : since == null ? t : since;
      }
      if (sums[0] + sums[1] + sums[2] > 0) {
        rows.add(
            "%s %d %d %d %d %d %s"
                .formatted(project, sums[0], sums[1], sums[2], sums[3], sums[4], since));
      }
    }
    return rows;
  }

  private static long guaranteed(History history, String project, Instant at) {
    long gpus = 0;
    for (Change change : history.changes) {
      boolean holds = !change.at().isAfter(at);
      gpus =
          holds && change.guarantee().project().equals(project)
              ? change.guarantee().milliGpus()
              : gpus;
    }
    return gpus;
  }

  private static long held(History history, String project, UsageClass usageClass, Instant at) {
    return history.held.stream()
        .filter(it -> it.project.equals(project) && it.usageClass == usageClass)
        .filter(it -> !at.isBefore(it.from) && at.isBefore(it.to))
        .mapToLong(Held::gpus)
        .sum();
  }

  private static long waited(History history, String project, Instant at) {
    return history.waiting.stream()
        .filter(it -> it.project().equals(project))
        .filter(it -> !at.isBefore(it.from()) && at.isBefore(it.to()))
        .mapToLong(WaitingTime::milliGpus)
        .sum();
  }

  private static String text(Row row) {
    return "%s %d %d %d %d %d %s"
        .formatted(
            row.project(),
            row.guaranteed().milliGpuMillis(),
            row.nominal().milliGpuMillis(),
            row.borrowed().milliGpuMillis(),
            row.unused().milliGpuMillis(),
            row.starved().milliGpuMillis(),
            row.starvedSince());
  }
}
