package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.internal.engine.IdleShares.Place;
import io.gpuaas.core.GpuTime;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// An hour of pool h; a, b and c lend to each other, d to nobody.
class LendingCreditsTest {
  private static final Place PLACE = new Place("h", "H");
  private static final long HOUR = 3_600_000;
  private static final List<Guarantee> QUOTAS =
      List.of(
          new Guarantee("a", "h", 8_000, 8_000, "co"),
          new Guarantee("b", "h", 8_000, 2_000, "co"),
          new Guarantee("c", "h", 4_000, 4_000, "co"),
          new Guarantee("d", "h", 64_000, 64_000, ""));

  private static SortedMap<String, GpuTime> nominal(long a, long b, long c) {
    SortedMap<String, GpuTime> nominal = new TreeMap<>();
    nominal.put("a", GpuTime.of(a, HOUR));
    nominal.put("b", GpuTime.of(b, HOUR));
    nominal.put("c", GpuTime.of(c, HOUR));
    return nominal;
  }

  private static LendingCredits credits() {
    LendingCredits credits = new LendingCredits();
    credits.guaranteed(QUOTAS);
    return credits;
  }

  private static SortedMap<String, Charge> charged(String project, long units) {
    SortedMap<String, Charge> charged = new TreeMap<>();
    charged.put(project, new Charge(BigInteger.valueOf(units)));
    return charged;
  }

  private static SortedMap<String, Long> credits(LendingCredits credits) {
    SortedMap<String, Long> sums = new TreeMap<>();
    credits
        .credits()
        .forEach(
            (lender, places) ->
                sums.put(lender, places.getOrDefault(PLACE, Charge.ZERO).units().longValueExact()));
    return sums;
  }

  /// c borrows. a left 6 GPUs unused, b 4 of which it may lend 2: 6 to 2.
  @Test
  void lendersShareByWhatTheyLeftUnusedAndMayLend() {
    LendingCredits credits = credits();
    credits.add(PLACE, 50, HOUR, nominal(2_000, 4_000, 4_000), charged("c", 1_600));
    assertThat(credits(credits)).isEqualTo(new TreeMap<>(java.util.Map.of("a", 600L, "b", 200L)));
  }

  @Test
  void nobodyIsCreditedWhenNobodyLent() {
    LendingCredits credits = credits();
    credits.add(PLACE, 50, HOUR, nominal(8_000, 9_000, 4_000), charged("c", 1_600));
    credits.add(PLACE, 50, HOUR, nominal(0, 0, 0), charged("d", 1_600));
    credits.add(PLACE, 50, HOUR, nominal(0, 0, 0), charged("stranger", 1_600));
    credits.add(new Place("x", "X"), 50, HOUR, nominal(0, 0, 0), charged("c", 1_600));
    assertThat(credits.credits()).isEmpty();
  }

  @Test
  void creditsAreThePercentageToTheLastUnit() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LendingCredits credits = credits();
      int percent = random.nextInt(101);
      long units = random.nextLong(1_000_000);
      credits.add(
          PLACE,
          percent,
          HOUR,
          nominal(random.nextLong(9_000), random.nextLong(7_999), 4_000),
          charged("c", units));
      long sum = credits(credits).values().stream().mapToLong(it -> it).sum();
      assertThat(sum).as("seed %d", seed).isEqualTo(units * percent / 100);
      assertThat(credits(credits).values()).allMatch(it -> it >= 0);
    }
  }
}
