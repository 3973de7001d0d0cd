package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.internal.engine.QuotaTimes.Change;
import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuotaTimesTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private static Guarantee guarantee(long milliGpus) {
    return new Guarantee("p", "h200", milliGpus, milliGpus / 2, "all");
  }

  @Test
  void whatIsGuaranteedNowAlwaysWasAsLongAsNothingHasChanged() {
    QuotaTimes times = new QuotaTimes(List.of(), List.of(guarantee(4_000)));
    assertThat(times.mean(START, START.plusMillis(7))).containsExactly(guarantee(4_000));
    assertThat(time(times, 0, 7)).isEqualTo(GpuTime.of(4_000, 7));
  }

  @Test
  void aProjectIsGuaranteedNothingBeforeItsFirstChange() {
    QuotaTimes times =
        new QuotaTimes(List.of(new Change(START.plusMillis(6), guarantee(8_000))), List.of());
    assertThat(times.mean(START, START.plusMillis(8))).containsExactly(guarantee(2_000));
    assertThat(times.mean(START, START.plusMillis(6)))
        .containsExactly(new Guarantee("p", "h200", 0, 0, "all"));
  }

  /// Against looking at each millisecond.
  @Test
  void theTimeIsThatOfEachMoment() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Change> changes = new ArrayList<>();
      for (int at = 0; at < 60; at += random.nextInt(20)) {
        changes.add(new Change(START.plusMillis(at), guarantee(1_000L * random.nextInt(9))));
      }
      int from = random.nextInt(70);
      int to = from + 1 + random.nextInt(30);
      long slow = 0;
      for (int milli = from; milli < to; milli++) {
        long held = 0;
        for (Change change : changes) {
          boolean begun = !change.at().isAfter(START.plusMillis(milli));
          held = begun ? change.guarantee().milliGpus() : held;
        }
        slow += held;
      }
      QuotaTimes times = new QuotaTimes(changes, List.of(guarantee(99_000)));
      assertThat(time(times, from, to)).as("seed %d", seed).isEqualTo(new GpuTime(slow));
    }
  }

  /// What the one project was guaranteed of the one pool.
  private static GpuTime time(QuotaTimes times, long fromMillis, long toMillis) {
    return Objects.requireNonNull(
        Objects.requireNonNull(
                times.time(START.plusMillis(fromMillis), START.plusMillis(toMillis)).get("h200"))
            .get("p"));
  }
}
