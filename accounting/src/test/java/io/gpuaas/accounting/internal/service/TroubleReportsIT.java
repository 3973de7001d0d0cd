package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Faults that people reported of other systems' accounts.
class TroubleReportsIT {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void jobOverThreeDaysCountsOnce() {
    with(
        new Story().ran("2023-01-01T12:00:00Z", "2023-01-03T12:00:00Z", ref("a", "j1"), nominal(4)),
        books -> {
          assertThat(hours(books, "2023-01-01T00:00:00Z", "2023-02-01T00:00:00Z", Dimension.DAY))
              .containsExactly(
                  "2023-01-01 48.000000", "2023-01-02 96.000000", "2023-01-03 48.000000");
          UsageReport third =
              report(books, "2023-01-03T00:00:00Z", "2023-01-04T00:00:00Z", ZoneOffset.UTC);
          assertThat(third.total().jobs()).isEqualTo(1);
          assertThat(third.total().time().gpuHours()).isEqualByComparingTo("48");
          UsageReport january =
              report(books, "2023-01-01T00:00:00Z", "2023-02-01T00:00:00Z", ZoneOffset.UTC);
          assertThat(january.total().jobs()).isEqualTo(1);
          assertThat(january.total().time().gpuHours()).isEqualByComparingTo("192");
        });
  }

  @Test
  void runThatEndsAtMidnightAddsNothingToTheNextDay() {
    with(
        new Story().ran("2023-01-01T22:00:00Z", "2023-01-02T00:00:00Z", ref("a", "j1"), nominal(1)),
        books -> {
          UsageReport next =
              report(books, "2023-01-02T00:00:00Z", "2023-01-03T00:00:00Z", ZoneOffset.UTC);
          assertThat(next.total().jobs()).isZero();
          assertThat(next.total().time().milliGpuMillis()).isZero();
        });
  }

  @Test
  void neverStartedIsHeldButNotBilled() {
    Story story =
        new Story()
            .node("2026-03-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .bound("2026-03-01T09:00:00Z", ref("a", "j1"), nominal(8))
            .stopping("2026-03-01T11:00:00Z", ref("a", "j1"), "CANCELLED")
            .released("2026-03-01T11:00:00Z", ref("a", "j1"), "STOPPED", 0);
    with(
        story,
        books -> {
          UsageReport.Row total =
              report(books, "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", ZoneOffset.UTC).total();
          assertThat(total.charge().toDecimal(2)).isEqualByComparingTo("0");
          assertThat(total.unbilled().gpuHours()).isEqualByComparingTo("16");
          assertThat(
                  books
                      .get(ConservationQueries.class)
                      .rows(
                          Instant.parse("2026-03-01T08:00:00Z"),
                          Instant.parse("2026-03-01T12:00:00Z"),
                          LATER))
              .extracting(row -> row.nominal().gpuSeconds() / 3600 + " " + row.balanced())
              .containsExactly("0 true", "8 true", "8 true", "0 true");
        });
  }

  @Test
  void runsShorterThanAnySampleAreCounted() {
    Story story = new Story();
    for (int i = 0; i < 1000; i++) {
      story.ran(
          "2026-03-01T00:00:00.300Z", "2026-03-01T00:00:00.700Z", ref("a", "j" + i), nominal(1));
    }
    with(
        story,
        books -> {
          UsageReport.Row total =
              report(books, "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", ZoneOffset.UTC).total();
          assertThat(total.time().gpuSeconds()).isEqualTo(400);
          assertThat(total.jobs()).isEqualTo(1000);
        });
  }

  @Test
  void fullDayIsTwentyFourHours() {
    with(
        new Story().ran("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", ref("a", "j4"), nominal(1)),
        books ->
            assertThat(hours(books, "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z", Dimension.DAY))
                .containsExactly("2026-03-01 24.000000"));
  }

  @Test
  void monthsAndDaysFollowTheClocksOfTheZone() {
    Story story =
        new Story().ran("2024-03-30T20:00:00Z", "2024-04-01T02:00:00Z", ref("a", "j1"), nominal(2));
    with(
        story,
        books -> {
          String from = "2024-03-01T00:00:00Z";
          String to = "2024-05-01T00:00:00Z";
          assertThat(hours(books, from, to, Dimension.MONTH, BERLIN))
              .containsExactly("2024-03 52.000000", "2024-04 8.000000");
          assertThat(hours(books, from, to, Dimension.DAY, BERLIN))
              .containsExactly(
                  "2024-03-30 6.000000", "2024-03-31 46.000000", "2024-04-01 8.000000");
          assertThat(hours(books, from, to, Dimension.MONTH))
              .containsExactly("2024-03 56.000000", "2024-04 4.000000");
        });
  }

  @Test
  void monthsWithClockChangesHaveAnHourLessOrMore() {
    Story story =
        new Story()
            .ran("2024-02-29T23:00:00Z", "2024-03-31T22:00:00Z", ref("a", "j2"), nominal(1))
            .ran("2024-09-30T22:00:00Z", "2024-10-31T23:00:00Z", ref("a", "j3"), nominal(1));
    with(
        story,
        books ->
            assertThat(
                    hours(
                        books,
                        "2023-12-31T23:00:00Z",
                        "2024-12-31T23:00:00Z",
                        Dimension.MONTH,
                        BERLIN))
                .containsExactly("2024-03 743.000000", "2024-10 745.000000"));
  }

  @Test
  void repeatedHourInAutumnIsTwoHours() {
    with(
        new Story().ran("2024-11-03T05:00:00Z", "2024-11-03T07:00:00Z", ref("a", "j4"), nominal(1)),
        books ->
            assertThat(
                    hours(
                        books,
                        "2024-11-03T00:00:00Z",
                        "2024-11-04T00:00:00Z",
                        Dimension.HOUR,
                        ZoneId.of("America/New_York")))
                .containsExactly(
                    "2024-11-03T01:00-04:00 1.000000", "2024-11-03T01:00-05:00 1.000000"));
  }

  private static void with(Story story, Consumer<Books> check) {
    try (Books books = Books.open("2026-03-05T00:00:00Z")) {
      Prices.flat(books, "2");
      books.log.add(story.events());
      books.get(LedgerFollower.class).catchUp();
      check.accept(books);
    }
  }

  private static UsageReport report(Books books, String from, String to, ZoneId zone) {
    UsageQuestion question =
        UsageQuestion.of(Instant.parse(from), Instant.parse(to), LATER, List.of()).inZone(zone);
    return books.get(UsageQueries.class).report(question);
  }

  private static List<String> hours(Books books, String from, String to, Dimension step) {
    return hours(books, from, to, step, ZoneOffset.UTC);
  }

  private static List<String> hours(
      Books books, String from, String to, Dimension step, ZoneId zone) {
    UsageQuestion question =
        UsageQuestion.of(Instant.parse(from), Instant.parse(to), LATER, List.of(step)).inZone(zone);
    return books.get(UsageQueries.class).report(question).rows().stream()
        .map(row -> row.key().getFirst() + " " + row.time().gpuHours())
        .toList();
  }
}
