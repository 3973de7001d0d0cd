package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.PeriodClosing.PeriodState;
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

/// A month in Berlin between its soft close and its close. a ran eight hours of October.
class SoftCloseIT {
  private static final Instant AUDITED = Instant.parse("2026-12-02T00:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final YearMonth OCTOBER = YearMonth.of(2026, 10);
  private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);

  private static Books books() {
    Books books = Books.open("2026-09-01T00:00:00Z");
    Prices.flat(books, "2");
    books.log.add(
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran("2026-10-01T00:00:00Z", "2026-10-01T08:00:00Z", ref("a", "a1"), nominal(1))
            .events());
    books.setNow("2026-11-02T00:00:00Z");
    return books;
  }

  private static CloseOutcome soft(Books books) {
    return books
        .get(PeriodClosing.class)
        .softClose(Period.of(OCTOBER, BERLIN), new TreeSet<>(List.of("a")), "fin");
  }

  private static CloseOutcome close(Books books, ZoneId zone) {
    return books.get(PeriodClosing.class).close(OCTOBER, zone, new TreeSet<>(List.of("a")), "boss");
  }

  private static Statement statement(Books books, YearMonth month) {
    return books
        .get(StatementQueries.class)
        .find("a", month, BERLIN, Instant.parse("2026-12-02T00:00:00Z"));
  }

  private static Adjustments.Outcome ask(Books books, String month) {
    return books
        .get(Adjustments.class)
        .request(new Adjustments.Wish("a", "-3", "GOODWILL", "Slow disks", "", month), "ann");
  }

  @Test
  void onlyFinanceChangesASoftClosedMonthAndNobodyAClosedOne() {
    try (Books books = books()) {
      assertThat(ask(books, "2026-10")).isInstanceOf(Adjustments.Outcome.Refused.class);
      assertThat(soft(books)).isInstanceOf(CloseOutcome.Closed.class);
      assertThat(statement(books, OCTOBER).status()).isEqualTo(Statement.Status.SOFT_CLOSED);
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("16.00");
      books.log.add(
          new Story(5)
              .ran("2026-10-20T00:00:00Z", "2026-10-20T03:00:00Z", ref("a", "a2"), nominal(2))
              .events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("16.00");
      assertThat(statement(books, NOVEMBER).adjustments())
          .extracting(it -> it.kind() + " " + it.amount())
          .containsExactly("LATE_USAGE 12.00");
      assertThat(ask(books, "2026-10")).isInstanceOf(Adjustments.Outcome.Done.class);
      books.get(Adjustments.class).decide("adj_1", Adjustments.Decision.APPROVE, "bob");
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("13.00");
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("12.00");
      assertThat(soft(books)).isInstanceOf(CloseOutcome.Closed.class);
      assertThat(ask(books, "2026-10")).isInstanceOf(Adjustments.Outcome.Done.class);
      assertThat(close(books, BERLIN)).isInstanceOf(CloseOutcome.Closed.class);
      Statement closed = statement(books, OCTOBER);
      assertThat(closed.status()).isEqualTo(Statement.Status.CLOSED);
      assertThat(closed.total()).isEqualByComparingTo("13.00");
      assertThat(books.get(Adjustments.class).decide("adj_2", Adjustments.Decision.APPROVE, "bob"))
          .isInstanceOfSatisfying(
              Adjustments.Outcome.Refused.class,
              it ->
                  assertThat(it.faults()).extracting(Fault::code).containsExactly("PERIOD_CLOSED"));
      assertThat(ask(books, "2026-10")).isInstanceOf(Adjustments.Outcome.Refused.class);
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("12.00");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  @Test
  void whatOpenRunsUsedIsSettledAtTheSoftClose() {
    try (Books books = books()) {
      books.log.add(
          new Story(5)
              .bound("2026-10-31T22:00:00Z", ref("a", "a3"), nominal(3))
              .started("2026-10-31T22:00:00Z", ref("a", "a3"))
              .events());
      soft(books);
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("22.00");
      books.log.add(
          new Story(7)
              .ended("2026-11-01T00:00:00Z", ref("a", "a3"), "SUCCEEDED")
              .released("2026-11-01T00:00:00Z", ref("a", "a3"), "SUCCEEDED", 0)
              .events());
      close(books, BERLIN);
      assertThat(statement(books, OCTOBER).total()).isEqualByComparingTo("22.00");
      assertThat(statement(books, NOVEMBER).total()).isEqualByComparingTo("6.00");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  @Test
  void theStatesSayWhoClosedWhat() {
    try (Books books = books()) {
      assertThat(books.get(PeriodClosing.class).states(OCTOBER)).isEmpty();
      soft(books);
      Instant at = Instant.parse("2026-11-02T00:00:00Z");
      assertThat(books.get(PeriodClosing.class).states(OCTOBER))
          .containsExactly(
              new PeriodState(
                  "a", Period.of(OCTOBER, BERLIN), Statement.Status.SOFT_CLOSED, "", at, "fin"));
      assertThat(close(books, ZoneId.of("UTC")))
          .isInstanceOfSatisfying(
              CloseOutcome.Refused.class,
              it -> assertThat(it.faults()).extracting(Fault::code).containsExactly("OTHER_ZONE"));
      close(books, BERLIN);
      assertThat(books.get(PeriodClosing.class).states(OCTOBER))
          .containsExactly(
              new PeriodState(
                  "a",
                  Period.of(OCTOBER, BERLIN),
                  Statement.Status.CLOSED,
                  "S-000001",
                  at,
                  "boss"));
    }
  }
}
