package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.Auditor.Check;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.NightlyAudits;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditIT {
  private static final Instant NOW = Instant.parse("2026-03-20T00:00:00Z");

  private static Books filled() {
    Books books = Books.open("2026-02-01T00:00:00Z");
    Prices.flat(books, "1.25");
    books.log.add(
        new Story()
            .node("2026-03-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .node("2026-03-01T00:00:00Z", "n2", 8, NodeState.AVAILABLE)
            .ran(
                "2026-03-01T10:00:00Z",
                "2026-03-02T12:34:56.789Z",
                Story.ref("a", "a1"),
                Story.nominal(4),
                Story.borrowed(4))
            .node("2026-03-03T00:00:00Z", "n2", 8, NodeState.DOWN)
            .bound("2026-03-04T00:00:00Z", Story.ref("b", "b1"), Story.nominal(8))
            .events());
    books.get(LedgerFollower.class).catchUp();
    Adjustments adjustments = books.get(Adjustments.class);
    adjustments.request(new Adjustments.Wish("a", "-1.00", "GOODWILL", "slow", "", ""), "ann");
    adjustments.decide("adj_1", Adjustments.Decision.APPROVE, "bob");
    return books;
  }

  @Test
  void everythingIsGreenOnSoundBooks() {
    try (Books books = filled()) {
      assertThat(books.red(NOW)).isEmpty();
      assertThat(books.get(Auditor.class).run(NOW)).hasSizeGreaterThanOrEqualTo(12);
    }
  }

  @Test
  void randomHistoriesAreGreenButForHardwareTheyDoNotRespect() {
    Instant start = Instant.parse("2026-02-26T00:00:00Z");
    try (Books books = Books.open("2026-01-01T00:00:00Z")) {
      Prices.of(books, RandomHistory.rates(3, start, 150 * 3_600_000L));
      books.log.add(RandomHistory.events(3, start, 3_600_000, 300));
      books.get(LedgerFollower.class).catchUp();
      assertThat(books.red(NOW))
          .contains("conservation")
          .isSubsetOf("conservation", "no-silent-zero");
    }
  }

  /// Each break is made by hand, past the guards, and must be found by its check.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          conservation       | update accounting.node_capacity set milli_gpus = 2000
          exclusivity        | insert into accounting.usage_interval select 99, run, job, attempt, \
                               job_name, project, login, pool, model, usage_class, meter, \
                               milli_gpus, from_at, to_at, quantity, seq \
                               from accounting.usage_interval where id = 1
          completeness       | update accounting.usage_interval set to_at = to_at - interval '1 ms'
          rated-once         | update accounting.rated_line set to_at = to_at - interval '1 ms'
          double-entry       | update accounting.posting set amount = amount + 1 \
                               where account = 'platform/recovery'
          immutability       | drop trigger append_only on accounting.posting
          additivity         | update accounting.rated_line set charge = charge + 1
          reproducibility    | update accounting.rated_line set price_micros = price_micros + 1
          order-independence | insert into accounting.ingest_error (seq, code, detail, event, at) \
                               values (1, 'CONFLICT', 'x', 'y', now())
          separation-of-duties | update accounting.rate_card_version set approved_by = author
          corrections        | update accounting.adjustment set amount = amount + 1
          no-silent-zero     | delete from accounting.rated_line where interval_id = 1
          """)
  void everyBreakIsFound(String check, String sql) {
    try (Books books = filled()) {
      books.jdbc().sql("set session_replication_role = replica; " + sql).update();
      List<String> red = books.red(NOW);
      assertThat(red).contains(check);
      Check found =
          books.get(Auditor.class).run(NOW).stream()
              .filter(one -> one.name().equals(check))
              .findFirst()
              .orElseThrow();
      assertThat(found.rows().getFirst()).isNotEmpty();
    }
  }

  @Test
  void theBooksAreCheckedOnceANight() {
    try (Books books = filled()) {
      NightlyAudits nightly = books.get(NightlyAudits.class);
      books.jdbc().sql("update accounting.audit_night set last_day = '2026-03-19'").update();
      assertThat(nightly.runIfDue(Instant.parse("2026-03-20T01:59:59Z"))).isEmpty();
      books.setNow("2026-03-20T02:00:05Z");
      NightlyAudits.Night night =
          nightly.runIfDue(Instant.parse("2026-03-20T02:00:00Z")).orElseThrow();
      assertThat(night.ok()).isTrue();
      assertThat(night.millis()).isEqualTo(5_000);
      assertThat(night.checks()).hasSizeGreaterThan(14);
      assertThat(nightly.runIfDue(Instant.parse("2026-03-20T23:00:00Z"))).isEmpty();
      books
          .jdbc()
          .sql(
              """
              set session_replication_role = replica;
              update accounting.posting set amount = amount + 1
               where account = 'platform/recovery'
              """)
          .update();
      NightlyAudits.Night next =
          nightly.runIfDue(Instant.parse("2026-03-21T04:00:00Z")).orElseThrow();
      assertThat(next.red()).contains("double-entry");
      assertThat(nightly.latest(5)).containsExactly(next, night);
      assertThat(nightly.latest(1)).containsExactly(next);
    }
  }
}
