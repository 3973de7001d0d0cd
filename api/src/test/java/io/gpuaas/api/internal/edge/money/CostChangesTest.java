package io.gpuaas.api.internal.edge.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Period;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Changes against the month before.
class CostChangesTest {
  private static BigDecimal eur(String amount) {
    return new BigDecimal(amount);
  }

  @Test
  void theLargestComesFirstWhicheverWayAndWhatHasNotChangedIsLeftOut() {
    TreeMap<String, BigDecimal> before =
        new TreeMap<>(Map.of("gone", eur("30.00"), "same", eur("5.00"), "less", eur("80.00")));
    TreeMap<String, BigDecimal> now =
        new TreeMap<>(Map.of("fresh", eur("7.10"), "same", eur("5.00"), "less", eur("70.00")));
    assertThat(CostChanges.largestFirst(before, now, "EUR"))
        .extracting(it -> "%s %s %s".formatted(it.project(), it.change().amount(), it.percent()))
        .containsExactly("gone -30.00 -100.0", "less -10.00 -12.5", "fresh 7.10 null");
  }

  @Test
  void asMuchTimeIsComparedAndNeverMoreThanTheMonthBeforeHas() {
    Period february = Period.of(YearMonth.of(2026, 2), ZoneOffset.UTC);
    Period march = Period.of(YearMonth.of(2026, 3), ZoneOffset.UTC);
    assertThat(CostChanges.asFar(february, march, Instant.parse("2026-03-02T06:00:00Z")))
        .isEqualTo("2026-02-02T06:00:00Z");
    assertThat(CostChanges.asFar(february, march, Instant.parse("2026-03-30T00:00:00Z")))
        .isEqualTo("2026-03-01T00:00:00Z");
    assertThat(CostChanges.asFar(february, march, Instant.parse("2026-08-01T00:00:00Z")))
        .isEqualTo("2026-03-01T00:00:00Z");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    Period clocks = Period.of(YearMonth.of(2026, 4), berlin);
    assertThat(
            CostChanges.asFar(
                Period.of(YearMonth.of(2026, 3), berlin), clocks, clocks.from().plusSeconds(3600)))
        .isEqualTo("2026-03-01T00:00:00Z");
  }
}
