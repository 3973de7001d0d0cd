package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.fixtures.BookDump;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.ListedLog;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;

class ExactlyOnceIT {
  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final Instant START = Instant.parse("2026-02-26T00:00:00Z");
  private static final long STEP = 3_600_000;
  private static final Books GUARDED = Books.open(NOW);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void booksAreTheSameHoweverOftenTheProcessDies(long seed) {
    List<UsageEvent> events = RandomHistory.events(seed, START, STEP, 300);
    List<String> undisturbed = booked(events, JdbcTransactionManager::new, false);
    Random random = new Random(seed);
    List<String> disturbed = booked(events, source -> new DyingTransactions(source, random), true);
    assertThat(disturbed).isEqualTo(undisturbed).hasSizeGreaterThan(300);
  }

  /// Delivered piece by piece and, if `repeated`, in pieces that overlap and are out of order.
  private static List<String> booked(
      List<UsageEvent> events,
      Function<DataSource, PlatformTransactionManager> transactions,
      boolean repeated) {
    RepeatingLog log = new RepeatingLog(events, repeated);
    try (Books books = Books.open(log.listed, NOW, transactions)) {
      retried(() -> Prices.of(books, RandomHistory.rates(7, START, 200 * STEP)));
      Random random = new Random(5);
      while (log.grow(1 + random.nextInt(60))) {
        retried(() -> books.get(LedgerFollower.class).catchUp());
      }
      assertThat(
              books
                  .jdbc()
                  .sql("select count(*) from accounting.ingest_error")
                  .query(Long.class)
                  .single())
          .isZero();
      return BookDump.of(books);
    }
  }

  private static void retried(Runnable work) {
    boolean done = false;
    while (!done) {
      try {
        work.run();
        done = true;
      } catch (TransactionSystemException _) {
        // The process died before it could commit; a new one begins anew.
      }
    }
  }

  @Test
  void contradictionIsReportedAndChangesNothing() {
    try (Books books = Books.open(NOW)) {
      Prices.flat(books, "1");
      List<UsageEvent> story =
          new Story()
              .ran(
                  "2026-03-01T00:00:00Z",
                  "2026-03-01T01:30:00Z",
                  Story.ref("a", "j1"),
                  Story.nominal(4))
              .events();
      List<UsageEvent> twice = new ArrayList<>(story);
      twice.addAll(story);
      twice.add(
          new UsageEvent.RunReleased(
              4, Instant.parse("2026-03-01T05:00:00Z"), Story.ref("a", "j1").run(), "FAILED", 0));
      books.log.add(twice);
      books.get(LedgerFollower.class).catchUp();
      assertThat(
              books
                  .jdbc()
                  .sql("select sum(quantity) from accounting.usage_interval")
                  .query(Long.class)
                  .single())
          .isEqualTo(6 * 3_600_000_000L);
      assertThat(
              books
                  .jdbc()
                  .sql("select seq || code from accounting.ingest_error")
                  .query(String.class)
                  .list())
          .containsExactly("4CONFLICT");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update accounting.usage_interval set quantity = 0",
        "delete from accounting.usage_interval",
        "truncate accounting.usage_interval",
        "delete from accounting.usage_interval_202603",
        "truncate accounting.usage_interval_202603",
        "update accounting.rated_line set charge = 0",
        "delete from accounting.rated_line",
        "truncate accounting.rated_line_202603",
        "update accounting.posting set amount = 0",
        "delete from accounting.journal",
        "truncate accounting.posting",
        "update accounting.heard set digest = 0",
        "update accounting.rate set price_micros = 0",
        "delete from accounting.node_capacity",
      })
  void whatIsBookedCannotBeChanged(String sql) {
    List<String> before = BookDump.of(GUARDED);
    assertThatThrownBy(() -> GUARDED.jdbc().sql(sql).update())
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("append-only");
    assertThat(BookDump.of(GUARDED)).isEqualTo(before);
  }

  @BeforeAll
  static void fillBooks() {
    Prices.flat(GUARDED, "1");
    GUARDED.log.add(
        new Story()
            .node("2026-03-01T00:00:00Z", "n1", 8, UsageEvent.NodeState.AVAILABLE)
            .ran(
                "2026-03-01T00:00:00Z",
                "2026-03-01T01:00:00Z",
                Story.ref("a", "j1"),
                Story.nominal(4))
            .events());
    GUARDED.get(LedgerFollower.class).catchUp();
  }

  @AfterAll
  static void closeBooks() {
    GUARDED.close();
  }

  /// Rolls back every third commit or so, as a kill would.
  private static final class DyingTransactions extends JdbcTransactionManager {
    private final transient Random random;

    DyingTransactions(DataSource source, Random random) {
      super(source);
      this.random = random;
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      if (random.nextInt(3) == 0) {
        doRollback(status);
        throw new TransactionSystemException("Killed before the commit.");
      }
      super.doCommit(status);
    }
  }

  /// Grows by and by; may give old events again, latest first.
  private static final class RepeatingLog {
    private final List<UsageEvent> events;
    private final ListedLog listed;
    private int size;

    RepeatingLog(List<UsageEvent> events, boolean repeated) {
      this.events = events;
      this.listed = new ListedLog(repeated);
    }

    boolean grow(int more) {
      int end = Math.min(events.size(), size + more);
      listed.add(events.subList(size, end));
      boolean grew = end > size;
      size = end;
      return grew;
    }
  }
}
