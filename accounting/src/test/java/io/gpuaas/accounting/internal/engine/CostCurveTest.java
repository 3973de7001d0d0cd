package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.fixtures.Story;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Open runs of random histories, looked at millisecond by millisecond.
class CostCurveTest {
  private static final Instant START = Instant.parse("2026-03-31T23:59:59.970Z");
  private static final Duration LONGEST = Duration.ofMillis(150);
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  @Test
  void anAmountIsReachedWhenMillisecondsOneByOneSaySo() {
    int found = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      var events = RandomHistory.events(seed, START, 5, 12);
      List<Rate> rates = RandomHistory.rates(seed, START, 120);
      List<OpenRun> open =
          new ArrayList<>(new Bookkeeper(meter).book(new TreeMap<>(), events).open().values());
      CostCurve curve = new CostCurve(meter, new Rater(new PriceBook(rates), policy), open);
      Instant from = START.plusMillis(random.nextLong(100));
      Charge amount = new Charge(BigInteger.valueOf(random.nextLong(200_000_000_000L)));
      Instant first = slowly(curve, amount, from);
      assertThat(curve.reaches(amount, from, LONGEST)).as("seed %d", seed).isEqualTo(first);
      found += first == null ? 0 : 1;
    }
    assertThat(found).isBetween(100, 990);
  }

  private static @Nullable Instant slowly(CostCurve curve, Charge amount, Instant from) {
    for (Instant at = from; !at.isAfter(from.plus(LONGEST)); at = at.plusMillis(1)) {
      if (curve.at(at).compareTo(amount) >= 0) {
        return at;
      }
    }
    return null;
  }

  /// Eight GPUs at 2 per GPU-hour cost 16 an hour.
  @Test
  void longRunsAreFoundByLookingFurtherAndFurther() {
    Rate rate =
        new Rate(
            1,
            "list",
            1,
            io.gpuaas.accounting.RateKey.EVERYTHING,
            2_000_000,
            Instant.EPOCH,
            Rate.OPEN_END);
    OpenRun run =
        meter.started(OpenRun.bound(Story.ref("a", "a1"), START, List.of(Story.nominal(8))), START);
    CostCurve curve =
        new CostCurve(meter, new Rater(new PriceBook(List.of(rate)), policy), List.of(run));
    Charge amount = Charge.ofDecimal(new BigDecimal("1600"));
    assertThat(curve.reaches(amount, START, Duration.ofDays(400)))
        .isEqualTo(START.plus(Duration.ofHours(100)));
    assertThat(curve.reaches(amount, START, Duration.ofHours(99))).isNull();
    assertThat(curve.reaches(amount, START, Duration.ofHours(100)))
        .isEqualTo(START.plus(Duration.ofHours(100)));
    assertThat(curve.reaches(Charge.ZERO, START, Duration.ZERO)).isEqualTo(START);
  }
}
