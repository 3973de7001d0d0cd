package io.gpuaas.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.RunRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a price is for, when it holds and what it makes of usage.
class PricesTest {
  private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant FEBRUARY = Instant.parse("2026-02-01T00:00:00Z");
  private static final UsageInterval TWO_GPU_HOURS =
      new UsageInterval(
          new RunRef(new RunId("run_1"), new JobId("job_1"), 1, "train", "team-a", "ada"),
          "h200",
          "H200",
          UsageClass.NOMINAL,
          UsageMeter.RUN,
          2000,
          JANUARY,
          JANUARY.plusSeconds(3600));

  /// All keys over two names and `*` for each part, against what they mean: the set of usages.
  @Test
  void keysMatchAndOverlapAsSetsOfUsages() {
    List<RateKey> keys = keys(List.of("a", "b", "*"));
    List<RateKey> usages = keys(List.of("a", "b"));
    for (RateKey one : keys) {
      List<RateKey> matched = usages.stream().filter(usage -> means(one, usage)).toList();
      assertThat(usages.stream().filter(one::matches)).as("%s", one).isEqualTo(matched);
      for (RateKey other : keys) {
        assertThat(one.overlaps(other))
            .as("%s and %s", one, other)
            .isEqualTo(matched.stream().anyMatch(usage -> means(other, usage)));
        if (one.specificity() == other.specificity()) {
          assertThat(one.model().equals("*")).isEqualTo(other.model().equals("*"));
        }
      }
    }
  }

  private static List<RateKey> keys(List<String> names) {
    List<RateKey> keys = new ArrayList<>();
    for (String model : names) {
      for (String pool : names) {
        for (String usageClass : names) {
          names.forEach(meter -> keys.add(new RateKey(model, pool, usageClass, meter)));
        }
      }
    }
    return keys;
  }

  private static boolean means(RateKey key, RateKey usage) {
    return List.of("*", usage.model()).contains(key.model())
        && List.of("*", usage.pool()).contains(key.pool())
        && List.of("*", usage.usageClass()).contains(key.usageClass())
        && List.of("*", usage.meter()).contains(key.meter());
  }

  @ParameterizedTest
  @CsvSource({
    "2025-12-31T23:59:59.999999999Z, false",
    "2026-01-01T00:00:00Z, true",
    "2026-01-31T23:59:59.999999999Z, true",
    "2026-02-01T00:00:00Z, false"
  })
  void aRateHoldsFromItsBeginningUntilJustBeforeItsEnd(Instant at, boolean holds) {
    assertThat(rate(0, JANUARY, FEBRUARY).holdsAt(at)).isEqualTo(holds);
  }

  @Test
  void otherRatesAndIntervalsCannotBeBuilt() {
    assertThatThrownBy(() -> rate(-1, JANUARY, FEBRUARY))
        .hasMessage(
            "A rate must not be negative (-1) and must hold for a while: from %s to %s.",
            JANUARY, FEBRUARY);
    assertThatThrownBy(() -> rate(1, JANUARY, JANUARY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TWO_GPU_HOURS.within(FEBRUARY, JANUARY))
        .hasMessage(
            "An interval of run run_1 must hold something for a while: 2000 mGPU from %s to %s.",
            FEBRUARY, JANUARY);
    assertThatThrownBy(() -> interval(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> interval(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  /// A way of pricing and what two GPU-hours cost by it.
  record Case(Pricing pricing, String amount) {}

  private static Stream<Case> pricings() {
    return Stream.of(
        new Case(new Pricing.Priced(1, 1, 2_345_678), "4.691356"),
        new Case(new Pricing.Priced(1, 1, 0), "0.000000"),
        new Case(new Pricing.Free(), "0.000000"),
        new Case(new Pricing.Unpriced(), "0.000000"));
  }

  @ParameterizedTest
  @MethodSource("pricings")
  void usageCostsItsPriceOrNothing(Case it) {
    assertThat(new RatedUsage(TWO_GPU_HOURS, it.pricing()).charge().toDecimal(6))
        .isEqualTo(new BigDecimal(it.amount()));
  }

  @ParameterizedTest
  @CsvSource({
    "USER_CANCEL, TEARDOWN, false",
    "TimedOut, TEARDOWN, false",
    "timed-out, TEARDOWN, false",
    "MAX_RUNTIME, TEARDOWN, false",
    "ADMIN_CANCEL, GRACE, false",
    "PREEMPTED_IN_COHORT_RECLAMATION, GRACE, false",
    "NODE_FAILED, GRACE, true",
    "NodeFailed, GRACE, true",
    "FAILED, GRACE, false",
    "'', GRACE, false"
  })
  void whoCausedAStopBearsWhatFollows(String code, UsageMeter afterStop, boolean fault) {
    assertThat(MeterPolicy.standard().afterStop(code)).isEqualTo(afterStop);
    assertThat(MeterPolicy.standard().isFault(code)).isEqualTo(fault);
  }

  @Test
  void aQuestionIsAboutSomeTimeAndOneKindOfTime() {
    assertThatThrownBy(() -> question(JANUARY, JANUARY, List.of()))
        .hasMessage("from (%s) must be before to (%s).", JANUARY, JANUARY);
    assertThatThrownBy(() -> question(JANUARY, FEBRUARY, List.of(Dimension.DAY, Dimension.MONTH)))
        .hasMessage("Only one time may be grouped by: [DAY, MONTH]");
    assertThat(Stream.of(Dimension.values()).filter(Dimension::isTime))
        .containsExactly(
            Dimension.HOUR,
            Dimension.DAY,
            Dimension.WEEK,
            Dimension.MONTH,
            Dimension.QUARTER,
            Dimension.YEAR);
  }

  private static UsageQuestion question(Instant from, Instant to, List<Dimension> groupBy) {
    return UsageQuestion.of(from, to, to, groupBy);
  }

  private static Rate rate(long priceMicros, Instant from, Instant to) {
    return new Rate(1, "list", 1, RateKey.EVERYTHING, priceMicros, from, to);
  }

  private static UsageInterval interval(long milliGpus) {
    return new UsageInterval(
        TWO_GPU_HOURS.run(),
        "h200",
        "H200",
        UsageClass.NOMINAL,
        UsageMeter.RUN,
        milliGpus,
        JANUARY,
        FEBRUARY);
  }
}
