package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.Fault;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Months in Berlin over the autumn clock change, with everything that may come too late.
class ClosingIT {
  private static final Instant AUDITED = Instant.parse("2026-12-01T00:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final YearMonth OCTOBER = YearMonth.of(2026, 10);
  private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);
  private static final String OCTOBER_STARTS = "2026-09-30T22:00:00Z";
  private static final String OCTOBER_ENDS = "2026-10-31T23:00:00Z";

  private static Books books(Story story) {
    Books books = Books.open("2026-09-01T00:00:00Z");
    Prices.flat(books, "2");
    books.log.add(story.events());
    return books;
  }

  private static CloseOutcome close(Books books, YearMonth month, String... projects) {
    return books
        .get(PeriodClosing.class)
        .close(month, BERLIN, new TreeSet<>(List.of(projects)), "fin");
  }

  private static Statement statement(Books books, YearMonth month) {
    return books
        .get(StatementQueries.class)
        .find("a", month, BERLIN, Instant.parse("2026-12-01T00:00:00Z"));
  }

  @Test
  void closedMonthCountsOpenRunsUpToItsEndAndNeverChanges() {
    Story story =
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .bound(OCTOBER_STARTS, ref("a", "a1"), nominal(1))
            .started(OCTOBER_STARTS, ref("a", "a1"));
    try (Books books = books(story)) {
      books.setNow("2026-11-03T00:00:00Z");
      assertThat(close(books, OCTOBER, "a")).isInstanceOf(CloseOutcome.Closed.class);
      Statement october = statement(books, OCTOBER);
      assertThat(october.status()).isEqualTo(Statement.Status.CLOSED);
      assertThat(october.number()).isEqualTo("S-000001");
      assertThat(october.gpuHours()).isEqualByComparingTo("745");
      assertThat(october.total()).isEqualByComparingTo("1490.00");
      assertThat(close(books, OCTOBER, "a")).isEqualTo(new CloseOutcome.Closed(List.of(october)));

      Story rest = new Story(3);
      rest.ended("2026-11-05T00:00:00Z", ref("a", "a1"), "SUCCEEDED")
          .released("2026-11-05T00:00:00Z", ref("a", "a1"), "SUCCEEDED", 0);
      books.log.add(rest.events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(statement(books, OCTOBER)).isEqualTo(october);
      assertThat(statement(books, NOVEMBER).gpuHours()).isEqualByComparingTo("97");
      assertThat(statement(books, NOVEMBER).adjustments()).isEmpty();
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  @Test
  void usageBookedLateIsSettledInTheOpenMonth() {
    Story story =
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran(OCTOBER_STARTS, "2026-10-01T08:00:00Z", ref("a", "a1"), nominal(1));
    try (Books books = books(story)) {
      books.setNow("2026-11-03T00:00:00Z");
      close(books, OCTOBER, "a");
      Statement october = statement(books, OCTOBER);
      Story late = new Story(5);
      late.ran("2026-10-20T00:00:00Z", "2026-10-20T03:00:00Z", ref("a", "a2"), nominal(2));
      books.log.add(late.events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(statement(books, OCTOBER)).isEqualTo(october);
      Statement november = statement(books, NOVEMBER);
      assertThat(november.lines()).isEmpty();
      assertThat(november.total()).isEqualByComparingTo("12.00");
      assertThat(november.adjustments())
          .extracting(one -> one.kind() + " " + one.gpuHours() + " " + one.explanation())
          .containsExactly("LATE_USAGE 6.000000 Usage of 2026-10 booked after the close");
      assertThat(books.red(AUDITED)).isEmpty();
      books.setNow("2026-12-02T00:00:00Z");
      close(books, NOVEMBER, "a");
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("12.00");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  @Test
  void workLostToAFaultBeforeTheCloseIsCreditedAfterIt() {
    Story story =
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .bound("2026-10-31T13:00:00Z", ref("a", "a1"), nominal(4))
            .started("2026-10-31T13:00:00Z", ref("a", "a1"));
    try (Books books = books(story)) {
      books.setNow("2026-11-01T12:00:00Z");
      close(books, OCTOBER, "a");
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("80.00");
      Story fault = new Story(3);
      fault
          .ended("2026-11-01T01:00:00Z", ref("a", "a1"), "NODE_FAILED")
          .released("2026-11-01T01:00:00Z", ref("a", "a1"), "NODE_FAILED", 5 * 3_600_000L);
      books.log.add(fault.events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("80.00");
      Statement november = statement(books, NOVEMBER);
      assertThat(november.total()).isEqualByComparingTo("-24.00");
      assertThat(november.adjustments().getFirst().kind())
          .isEqualTo(Statement.Adjustment.Kind.CORRECTION);
      assertThat(november.gpuHours()).isEqualByComparingTo("8");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  @Test
  void monthThatIsNotOverStaysOpen() {
    try (Books books = books(new Story())) {
      books.setNow("2026-10-31T22:59:59Z");
      assertThat(close(books, OCTOBER, "a"))
          .isInstanceOfSatisfying(
              CloseOutcome.Refused.class,
              refused ->
                  assertThat(refused.faults())
                      .extracting(Fault::code)
                      .containsExactly("PERIOD_NOT_OVER"));
      books.setNow(OCTOBER_ENDS);
      assertThat(close(books, OCTOBER, "a")).isInstanceOf(CloseOutcome.Closed.class);
    }
  }

  @Test
  void changedPastBreaksTheChain() {
    Story story =
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran(OCTOBER_STARTS, "2026-10-01T08:00:00Z", ref("a", "a1"), nominal(1));
    try (Books books = books(story)) {
      books.setNow("2026-11-03T00:00:00Z");
      close(books, OCTOBER, "a");
      assertThat(books.red(AUDITED)).isEmpty();
      books
          .jdbc()
          .sql(
              "set session_replication_role = replica;"
                  + " update accounting.rated_line set price_micros = price_micros + 1,"
                  + " charge = milli_gpus::numeric * (price_micros + 1)"
                  + " * (extract(epoch from to_at - from_at) * 1000)::bigint")
          .update();
      assertThat(books.red(AUDITED)).contains("closed-periods", "reproducibility");
    }
  }

  /// Not only what a close says, but also who closed, when, and what it covered.
  @Test
  void allThatACloseSaysIsInItsHash() {
    try (Books books = books(new Story())) {
      books.setNow("2026-11-03T00:00:00Z");
      close(books, OCTOBER, "a");
      for (String change :
          List.of(
              "closed_by = 'mallory'",
              "closed_at = closed_at - interval '1 day'",
              "journal_id = journal_id + 1",
              "zone = 'UTC'",
              "sealed = false")) {
        assertThat(books.red(AUDITED)).isEmpty();
        tamper(books, change);
        assertThat(books.red(AUDITED)).as(change).contains("closed-periods");
        tamper(
            books,
            "(closed_by, closed_at, journal_id, zone, sealed) = (select closed_by,"
                + " closed_at, journal_id, zone, sealed from kept)");
      }
    }
  }

  private static void tamper(Books books, String change) {
    books
        .jdbc()
        .sql(
            "create table if not exists public.kept as select * from accounting.closed_month;"
                + " set session_replication_role = replica; update accounting.closed_month set "
                + change.replace("from kept", "from public.kept"))
        .update();
  }

  @Test
  void adjustmentNeedsTwoPeopleAndIsReversedByItsOpposite() {
    try (Books books = books(new Story())) {
      books.setNow("2026-11-10T00:00:00Z");
      Adjustments adjustments = books.get(Adjustments.class);
      assertThat(
              adjustments.request(
                  new Adjustments.Wish("a", "1.0000001", "goodwill", " ", "", ""), "ann"))
          .isInstanceOfSatisfying(
              Adjustments.Outcome.Refused.class,
              refused ->
                  assertThat(refused.faults())
                      .extracting(Fault::pointer)
                      .containsExactly("/amount", "/reasonCode", "/explanation"));
      adjustments.request(
          new Adjustments.Wish("a", "-4.80", "GOODWILL", "Slow network", "", ""), "ann");
      assertThat(adjustments.decide("adj_1", Adjustments.Decision.APPROVE, "ann"))
          .isInstanceOf(Adjustments.Outcome.Refused.class);
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("0");
      adjustments.decide("adj_1", Adjustments.Decision.APPROVE, "bob");
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("-4.80");
      assertThat(adjustments.decide("adj_1", Adjustments.Decision.REJECT, "eve"))
          .isInstanceOf(Adjustments.Outcome.Refused.class);
      assertThat(
              adjustments.request(
                  new Adjustments.Wish("a", "4.79", "MISTAKE", "Undo", "adj_1", ""), "ann"))
          .isInstanceOf(Adjustments.Outcome.Refused.class);
      adjustments.request(new Adjustments.Wish("a", "4.80", "MISTAKE", "Undo", "adj_1", ""), "ann");
      adjustments.decide("adj_2", Adjustments.Decision.APPROVE, "bob");
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("0.00");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }
}
