package io.gpuaas.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.PeriodCalendar.Turn;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PeriodCalendarTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");
  private static final YearMonth MARCH = YearMonth.of(2026, 3);

  /// From both ends of the world, with and without clocks that change.
  private static final List<ZoneId> ZONES =
      List.of(
          BERLIN,
          TOKYO,
          ZoneId.of("UTC"),
          ZoneId.of("Pacific/Kiritimati"),
          ZoneId.of("Etc/GMT+12"),
          ZoneId.of("America/St_Johns"),
          ZoneId.of("Australia/Lord_Howe"));

  @Test
  void monthAfterTheRunningOneJoinsTheZones() {
    PeriodCalendar before = PeriodCalendar.of(BERLIN);
    Instant now = Instant.parse("2026-03-10T12:00:00Z");
    PeriodCalendar after = before.with(before.turn(now, TOKYO));
    assertThat(after.turns()).containsExactly(new Turn(YearMonth.of(2026, 5), TOKYO));
    assertThat(after.period(MARCH)).isEqualTo(Period.of(MARCH, BERLIN));
    Period joining = after.period(YearMonth.of(2026, 4));
    assertThat(joining).isEqualTo(new Period(YearMonth.of(2026, 4), BERLIN, TOKYO));
    assertThat(joining.from()).isEqualTo("2026-03-31T22:00:00Z");
    assertThat(joining.to()).isEqualTo("2026-04-30T15:00:00Z");
    assertThat(joining.key()).isEqualTo("Europe/Berlin to Asia/Tokyo");
    assertThat(after.period(YearMonth.of(2026, 5)))
        .isEqualTo(Period.of(YearMonth.of(2026, 5), TOKYO));
  }

  @Test
  void secondThoughtsReplaceAChangeThatHasNotCome() {
    PeriodCalendar calendar = PeriodCalendar.of(BERLIN);
    calendar = calendar.with(calendar.turn(Instant.parse("2026-03-10T12:00:00Z"), TOKYO));
    calendar = calendar.with(calendar.turn(Instant.parse("2026-03-20T12:00:00Z"), BERLIN));
    assertThat(calendar.period(YearMonth.of(2026, 6)))
        .isEqualTo(Period.of(YearMonth.of(2026, 6), BERLIN));
    assertThat(calendar.last()).isEqualTo(BERLIN);
  }

  @Test
  void anInstantIsInOneMonthEvenWhereItIsAnotherDay() {
    PeriodCalendar far = PeriodCalendar.of(ZoneId.of("Pacific/Kiritimati"));
    assertThat(far.at(Instant.parse("2026-03-31T10:00:00Z")).month())
        .isEqualTo(YearMonth.of(2026, 4));
    PeriodCalendar late = PeriodCalendar.of(ZoneId.of("Etc/GMT+12"));
    assertThat(late.at(Instant.parse("2026-04-01T11:59:59Z")).month())
        .isEqualTo(YearMonth.of(2026, 3));
  }

  /// Whatever is changed when, periods follow each other without a gap, and one that has begun, or
  /// is over, is never another afterwards.
  @Test
  void anyHistoryOfZonesTilesTheTimeLine() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      PeriodCalendar calendar = PeriodCalendar.of(zone(random));
      Instant now = Instant.parse("2025-01-01T00:00:00Z");
      for (int change = 0; change < 6; change++) {
        now = now.plusSeconds(random.nextLong(70L * 86_400));
        PeriodCalendar next = calendar.with(calendar.turn(now, zone(random)));
        assertThat(begun(next, now)).as("seed %d", seed).isEqualTo(begun(calendar, now));
        calendar = next;
      }
      YearMonth month = YearMonth.of(2024, 11);
      while (month.isBefore(YearMonth.of(2026, 12))) {
        Period period = calendar.period(month);
        assertThat(period.from()).as("seed %d", seed).isBefore(period.to());
        assertThat(period.to())
            .as("seed %d %s", seed, month)
            .isEqualTo(calendar.period(month.plusMonths(1)).from());
        long seconds = Duration.between(period.from(), period.to()).toSeconds();
        Instant in = period.from().plusSeconds(random.nextLong(seconds));
        assertThat(calendar.at(in)).isEqualTo(period);
        assertThat(calendar.at(period.from())).isEqualTo(period);
        month = month.plusMonths(1);
      }
    }
  }

  private static ZoneId zone(SplittableRandom random) {
    return ZONES.get(random.nextInt(ZONES.size()));
  }

  /// All periods until the one in which `now` lies.
  private static List<Period> begun(PeriodCalendar calendar, Instant now) {
    List<Period> periods = new ArrayList<>();
    Period period = calendar.period(YearMonth.from(LocalDate.of(2024, 11, 1)));
    while (!period.from().isAfter(now)) {
      periods.add(period);
      period = calendar.period(period.month().plusMonths(1));
    }
    return periods;
  }
}
