package io.gpuaas.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutlookTest {
  private static final Instant FROM = Instant.parse("2026-11-01T00:00:00Z");
  private static final Instant TO = Instant.parse("2026-12-01T00:00:00Z");

  private static Charge euros(long amount) {
    return Charge.ofDecimal(BigDecimal.valueOf(amount));
  }

  private static List<Charge> days(int count, long each) {
    return Collections.nCopies(count, euros(each));
  }

  private static String after(long usedDays, long used, List<Charge> days) {
    Outlook it = Outlook.of(euros(used), FROM, FROM.plus(Duration.ofDays(usedDays)), TO, days);
    return "%s %s %s".formatted(text(it.expected()), text(it.low()), text(it.high()));
  }

  private static String text(@Nullable Charge charge) {
    return charge == null ? "-" : charge.toDecimal(2).toPlainString();
  }

  @Test
  void whatWasUsedGoesOnEvenlyWithinWhatWeeksHaveCost() {
    List<Charge> days = new ArrayList<>(days(7, 5));
    days.addAll(days(7, 20));
    assertThat(after(10, 100, days)).isEqualTo("300.00 200.00 500.00");
  }

  @Test
  void theBandHoldsWhatIsExpected() {
    assertThat(after(10, 100, days(28, 1))).isEqualTo("300.00 120.00 300.00");
    assertThat(after(10, 0, days(7, 3))).isEqualTo("0.00 0.00 60.00");
  }

  @Test
  void withLessThanAWeekToGoByThereIsNoBand() {
    assertThat(after(15, 10, days(6, 9))).isEqualTo("20.00 - -");
  }

  @Test
  void aPeriodThatIsOverComesToWhatWasUsed() {
    assertThat(after(40, 10, days(7, 9))).isEqualTo("10.00 10.00 10.00");
  }

  @Test
  void sumsHaveABandWhenBothHave() {
    Outlook whole = new Outlook(euros(2), euros(1), euros(3));
    assertThat(whole.plus(whole)).isEqualTo(new Outlook(euros(4), euros(2), euros(6)));
    assertThat(whole.plus(new Outlook(euros(2), null, null)))
        .isEqualTo(new Outlook(euros(4), null, null));
    assertThat(whole.plus(Outlook.ZERO)).isEqualTo(whole);
  }
}
