package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.borrowed;
import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.accounting.fixtures.BookDump;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.NestedRuntimeException;

/// A close whose database session is ended in the middle: at the first write to each of the tables
/// that it writes to, and at the second statement.
class CloseCrashIT {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final YearMonth OCTOBER = YearMonth.of(2026, 10);
  private static final TreeSet<String> PROJECTS = new TreeSet<>(List.of("a", "b"));

  private static Books books() {
    Books books =
        Books.open(
            "2026-10-01T00:00:00Z", List.of(new Guarantee("a", Story.POOL, 8_000, 8_000, "co")));
    Prices.flat(books, "2");
    ChargePolicies policies = books.get(ChargePolicies.class);
    policies.propose("*", "2026-10", "UNUSED_NOMINAL", 10, "fin");
    assertThat(policies.decide(1, Decision.APPROVE, "cfo"))
        .isInstanceOf(ProposalOutcome.Saved.class);
    books.log.add(
        new Story()
            .node("2026-09-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran("2026-10-02T00:00:00Z", "2026-10-05T00:00:00Z", ref("b", "b1"), borrowed(2))
            .bound("2026-10-20T00:00:00Z", ref("a", "a1"), nominal(1))
            .started("2026-10-20T00:00:00Z", ref("a", "a1"))
            .events());
    books.setNow("2026-11-02T00:00:00Z");
    return books;
  }

  private static CloseOutcome close(Books books) {
    return books.get(PeriodClosing.class).close(OCTOBER, BERLIN, PROJECTS, "fin");
  }

  /// What a close leaves behind that was never disturbed.
  private static List<String> undisturbed() {
    try (Books books = books()) {
      close(books);
      return BookDump.of(books);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "usage_interval insert 1",
        "rated_line insert 1",
        "open_run update 1",
        "charged_month insert 1",
        "month_charge insert 1",
        "closed_month insert 1",
        "closed_month insert 2",
        "cost_center_statement insert 1",
        "journal insert 2",
        "posting insert 2",
        "progress update 2",
      })
  void aCloseThatDiesIsDoneOnceWhenItIsTriedAgain(String when) {
    String[] at = when.split(" ");
    try (Books books = books()) {
      books.get(LedgerFollower.class).catchUp();
      List<String> before = BookDump.of(books);
      dieAt(books, at[0], at[1], Integer.parseInt(at[2]));
      assertThatThrownBy(() -> close(books)).isInstanceOf(NestedRuntimeException.class);
      assertThat(BookDump.of(books)).isEqualTo(before);
      books.jdbc().sql("drop trigger die on accounting." + at[0]).update();
      CloseOutcome done = close(books);
      assertThat(done).isInstanceOf(CloseOutcome.Closed.class);
      assertThat(close(books)).isEqualTo(done);
      assertThat(BookDump.of(books)).isEqualTo(undisturbed());
      assertThat(books.get(Auditor.class).run(Instant.parse("2026-11-02T00:00:00Z")))
          .filteredOn(check -> !check.ok())
          .isEmpty();
    }
  }

  /// Ends the session that writes to `table` for the `count`th time.
  private static void dieAt(Books books, String table, String deed, int count) {
    books
        .jdbc()
        .sql(
            """
            create sequence deaths;
            create function die() returns trigger language plpgsql as $$
            begin
              if nextval('deaths') = %d then
                perform pg_terminate_backend(pg_backend_pid());
              end if;
              return new;
            end $$;
            create trigger die before %s on accounting.%s for each row execute function die();
            """
                .formatted(count, deed, table))
        .update();
  }

  @Test
  void theDumpTellsACloseFromNone() {
    try (Books books = books()) {
      List<String> before = BookDump.of(books);
      close(books);
      assertThat(BookDump.of(books)).isNotEqualTo(before);
    }
  }
}
