package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodCalendar;
import io.gpuaas.accounting.PeriodCalendars;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// One GPU, held from spring to summer, while its project changes zones twice: each of its hours
/// stands on exactly one statement.
class ZoneChangeIT {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");
  private static final ZoneId HONOLULU = ZoneId.of("Pacific/Honolulu");

  private static SortedMap<String, ZoneId> zone(ZoneId zone) {
    return new TreeMap<>(Map.of("a", zone));
  }

  private static Period period(Books books, int month) {
    return calendar(books).period(YearMonth.of(2026, month));
  }

  private static PeriodCalendar calendar(Books books) {
    return books
        .get(PeriodCalendars.class)
        .all()
        .getOrDefault("a", PeriodCalendar.of(ZoneId.of("UTC")));
  }

  private static void change(Books books, String at, ZoneId from, ZoneId to) {
    books.setNow(at);
    books.get(PeriodCalendars.class).changed(zone(from), zone(to));
  }

  private static CloseOutcome close(Books books, Period period) {
    return books.get(PeriodClosing.class).close(period, new TreeSet<>(List.of("a")), "fin");
  }

  @Test
  void everyHourIsOnOneStatement() {
    String start = "2026-02-28T23:00:00Z";
    Story story =
        new Story()
            .node("2026-02-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .bound(start, ref("a", "a1"), nominal(1))
            .started(start, ref("a", "a1"));
    try (Books books = Books.open("2026-02-01T00:00:00Z")) {
      Prices.flat(books, "2");
      books.log.add(story.events());
      change(books, "2026-03-10T00:00:00Z", BERLIN, TOKYO);
      change(books, "2026-05-10T00:00:00Z", TOKYO, HONOLULU);
      books.setNow("2026-09-01T00:00:00Z");
      List<String> spans = new ArrayList<>();
      Duration hours = Duration.ZERO;
      for (int month = 3; month <= 7; month++) {
        Period period = period(books, month);
        CloseOutcome outcome = close(books, period);
        assertThat(outcome).isInstanceOf(CloseOutcome.Closed.class);
        Statement statement = ((CloseOutcome.Closed) outcome).statements().getFirst();
        Duration length = Duration.between(period.from(), period.to());
        assertThat(statement.gpuHours()).isEqualByComparingTo("" + length.toHours());
        spans.add("%s %s %s".formatted(period.from(), period.to(), period.key()));
        hours = hours.plus(length);
      }
      assertThat(spans)
          .containsExactly(
              "2026-02-28T23:00:00Z 2026-03-31T22:00:00Z Europe/Berlin",
              "2026-03-31T22:00:00Z 2026-04-30T15:00:00Z Europe/Berlin to Asia/Tokyo",
              "2026-04-30T15:00:00Z 2026-05-31T15:00:00Z Asia/Tokyo",
              "2026-05-31T15:00:00Z 2026-07-01T10:00:00Z Asia/Tokyo to Pacific/Honolulu",
              "2026-07-01T10:00:00Z 2026-08-01T10:00:00Z Pacific/Honolulu");
      assertThat(hours)
          .isEqualTo(Duration.between(Instant.parse(start), Instant.parse("2026-08-01T10:00:00Z")));
      assertThat(books.get(Auditor.class).run(Instant.parse("2026-09-01T00:00:00Z")))
          .allSatisfy(check -> assertThat(check.rows()).as(check.name()).isEmpty());
    }
  }

  @Test
  void closedMonthIsNotClosedAgainWithOtherBounds() {
    try (Books books = Books.open("2026-02-01T00:00:00Z")) {
      Prices.flat(books, "2");
      books.setNow("2026-05-01T12:00:00Z");
      assertThat(close(books, Period.of(YearMonth.of(2026, 4), BERLIN)))
          .isInstanceOf(CloseOutcome.Closed.class);
      assertThat(close(books, Period.of(YearMonth.of(2026, 4), TOKYO)))
          .isInstanceOfSatisfying(
              CloseOutcome.Refused.class,
              refused ->
                  assertThat(refused.faults())
                      .extracting(it -> it.code() + " " + it.value() + " " + it.limit())
                      .containsExactly("OTHER_ZONE Asia/Tokyo Europe/Berlin"));
    }
  }

  @Test
  void projectThatComesBackElsewhereGoesOnWhereItEnded() {
    try (Books books = Books.open("2026-03-10T00:00:00Z")) {
      PeriodCalendars calendars = books.get(PeriodCalendars.class);
      calendars.changed(zone(BERLIN), new TreeMap<>());
      assertThat(period(books, 4)).isEqualTo(Period.of(YearMonth.of(2026, 4), BERLIN));
      calendars.changed(new TreeMap<>(), zone(TOKYO));
      assertThat(period(books, 4)).isEqualTo(new Period(YearMonth.of(2026, 4), BERLIN, TOKYO));
      calendars.changed(zone(TOKYO), zone(TOKYO));
      assertThat(calendar(books).turns()).hasSize(1);
    }
  }
}
