package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Billing.Mode;
import io.gpuaas.accounting.BillingModes;
import io.gpuaas.accounting.BillingModes.Outcome;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Projects `a` and `b` of departments `shown` and `charged`, through two months.
class BillingIT {
  private static final YearMonth MARCH = YearMonth.of(2026, 3);
  private static final YearMonth APRIL = YearMonth.of(2026, 4);
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static Books books() {
    Books books = Books.open("2026-03-01T00:00:00Z");
    books.homes.put("a", new ProjectHome("shown", "t", ""));
    books.homes.put("b", new ProjectHome("charged", "t", "CC-7"));
    Prices.flat(books, "2");
    books.log.add(
        new Story()
            .node("2026-03-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran("2026-03-02T00:00:00Z", "2026-03-02T10:00:00Z", ref("a", "a1"), nominal(1))
            .ran("2026-03-03T00:00:00Z", "2026-03-03T10:00:00Z", ref("b", "b1"), nominal(2))
            .ran("2026-04-02T00:00:00Z", "2026-04-02T01:00:00Z", ref("b", "b2"), nominal(3))
            .events());
    return books;
  }

  private static Outcome decide(Books books, Mode mode, String since) {
    return books.get(BillingModes.class).decide("charged", mode, since, "board", "fin");
  }

  private static List<String> close(Books books, YearMonth month) {
    books.setNow(NOW.toString());
    books.close(month, "a", "b");
    return books.get(StatementQueries.class).list(month, ZoneOffset.UTC, NOW).stream()
        .map(it -> "%s %s %s".formatted(it.project(), it.billing().mode(), it.total()))
        .toList();
  }

  /// What departments owe, and what the platform has to get, in the currency.
  private static List<String> owed(Books books) {
    return books
        .jdbc()
        .sql(
            """
            select account || ' ' || round(sum(amount) / 3600000000000000, 2)
              from accounting.posting
             where account like 'department/%' or account = 'platform/receivable'
             group by account order by account
            """)
        .query(String.class)
        .list();
  }

  @Test
  void onlyChargeBackIsOwedAndOnlyFromItsMonthOn() {
    try (Books books = books()) {
      assertThat(decide(books, Mode.CHARGE_BACK, "2026-04")).isInstanceOf(Outcome.Decided.class);
      assertThat(close(books, MARCH)).containsExactly("a SHOW_BACK 20.00", "b SHOW_BACK 40.00");
      assertThat(owed(books)).isEmpty();
      assertThat(close(books, APRIL)).containsExactly("a SHOW_BACK 0.00", "b CHARGE_BACK 6.00");
      assertThat(owed(books))
          .containsExactly("department/charged/payable -6.00", "platform/receivable 6.00");
      assertThat(books.broken(NOW)).isEmpty();
    }
  }

  @Test
  void closedMonthsStayAsTheyWereIssued() {
    try (Books books = books()) {
      decide(books, Mode.CHARGE_BACK, "2026-03");
      assertThat(close(books, MARCH)).containsExactly("a SHOW_BACK 20.00", "b CHARGE_BACK 40.00");
      assertThat(decide(books, Mode.SHOW_BACK, "2026-03"))
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              it ->
                  assertThat(it.faults())
                      .extracting(fault -> fault.pointer() + " " + fault.code())
                      .containsExactly("/since PERIOD_CLOSED"));
      assertThat(decide(books, Mode.SHOW_BACK, "2026-04")).isInstanceOf(Outcome.Decided.class);
      assertThat(close(books, APRIL)).containsExactly("a SHOW_BACK 0.00", "b SHOW_BACK 6.00");
      Statement march = books.get(StatementQueries.class).find("b", MARCH, ZoneOffset.UTC, NOW);
      assertThat(march.billing())
          .isEqualTo(new Billing("charged", Mode.CHARGE_BACK, "CC-7", "C-000001"));
      assertThat(owed(books))
          .containsExactly("department/charged/payable -40.00", "platform/receivable 40.00");
      assertThat(books.broken(NOW)).isEmpty();
    }
  }

  @Test
  void bookThatOwesOtherwiseIsRed() {
    try (Books books = books()) {
      decide(books, Mode.CHARGE_BACK, "2026-03");
      close(books, MARCH);
      books
          .jdbc()
          .sql(
              """
              with journal as (
                insert into accounting.journal (id, kind, reference, posted_at, posted_by)
                values (99, 'CHARGE_BACK', 'statement S-000099', now(), 'x') returning id)
              insert into accounting.posting
              select id, account, 'EUR', amount
                from journal, (values ('department/charged/payable', -7),
                                      ('platform/receivable', 7)) as p (account, amount)
              """)
          .update();
      assertThat(books.red(NOW)).containsExactly("charge-back");
    }
  }
}
