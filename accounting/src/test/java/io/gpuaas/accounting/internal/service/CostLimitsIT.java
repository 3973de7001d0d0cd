package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.CostLimits;
import io.gpuaas.accounting.CostLimits.Due;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A job of eight GPUs at 2 EUR per GPU-hour that may cost 40 EUR, its notice of half an hour
/// included.
class CostLimitsIT {
  private static final String START = "2026-03-01T00:00:00Z";
  private static final JobId JOB = new JobId("j1");
  private static final RunRef FIRST = Story.ref("a", "j1", 1);
  private static final RunRef SECOND = Story.ref("a", "j1", 2);

  private static Books books() {
    Books books = Books.open(START);
    Prices.flat(books, "2");
    books.get(CostLimits.class).set(JOB, "40", 1_800_000);
    return books;
  }

  private static void book(Books books, Story story) {
    books.log.add(story.events());
    books.get(LedgerFollower.class).catchUp();
  }

  private static List<JobId> due(Books books, String at) {
    return books.get(CostLimits.class).due(Instant.parse(at)).stream()
        .map(it -> it.limit().job())
        .toList();
  }

  /// The first run cost 16; the second may cost 24, of which its notice costs 8: one hour is left.
  @Test
  void allRunsCountAndTheNoticeComesBeforeTheMoneyIsGone() {
    try (Books books = books()) {
      CostLimits limits = books.get(CostLimits.class);
      assertThat(limits.nextAt(Instant.parse(START))).isNull();
      book(
          books,
          new Story()
              .ran(START, "2026-03-01T01:00:00Z", FIRST, Story.nominal(8))
              .bound("2026-03-01T05:00:00Z", SECOND, Story.nominal(8))
              .started("2026-03-01T05:00:00Z", SECOND));
      assertThat(limits.nextAt(Instant.parse("2026-03-01T05:10:00Z")))
          .isEqualTo(Instant.parse("2026-03-01T06:00:00Z"));
      assertThat(due(books, "2026-03-01T05:59:59.999Z")).isEmpty();
      assertThat(due(books, "2026-03-01T06:00:00Z")).containsExactly(JOB);
      Due due = limits.due(Instant.parse("2026-03-01T06:00:00Z")).getFirst();
      assertThat(due.spent().toDecimal(2)).isEqualByComparingTo("32.00");
      assertThat(due.limit().most().toDecimal(2)).isEqualByComparingTo("40.00");
      limits.markStopped(JOB, Instant.parse("2026-03-01T06:00:00Z"));
      assertThat(due(books, "2026-03-01T07:00:00Z")).isEmpty();
      assertThat(limits.nextAt(Instant.parse("2026-03-01T07:00:00Z"))).isNull();
      assertThat(limits.find(JOB).orElseThrow().stoppedAt())
          .isEqualTo(Instant.parse("2026-03-01T06:00:00Z"));
    }
  }

  @Test
  void aLimitMayBeRaisedAndTakenAway() {
    try (Books books = books()) {
      CostLimits limits = books.get(CostLimits.class);
      book(books, new Story().bound(START, FIRST, Story.nominal(8)).started(START, FIRST));
      assertThat(limits.nextAt(Instant.parse(START)))
          .isEqualTo(Instant.parse("2026-03-01T02:00:00Z"));
      limits.set(JOB, "72", 1_800_000);
      assertThat(limits.nextAt(Instant.parse(START)))
          .isEqualTo(Instant.parse("2026-03-01T04:00:00Z"));
      assertThat(limits.remove(JOB)).isTrue();
      assertThat(limits.remove(JOB)).isFalse();
      assertThat(limits.find(JOB)).isEmpty();
      assertThat(due(books, "2026-04-01T00:00:00Z")).isEmpty();
    }
  }

  @Test
  void withoutLimitsNobodyIsAsked() {
    try (Books books = Books.open(START)) {
      assertThat(books.get(CostLimits.class).isAnySet()).isFalse();
      assertThat(books.get(CostLimits.class).due(Instant.parse(START))).isEmpty();
      assertThat(books.get(CostLimits.class).nextAt(Instant.parse(START))).isNull();
    }
  }

  static Stream<Arguments> wishes() {
    return Stream.of(
        Arguments.of("12.5", "EUR", List.of()),
        Arguments.of("0", "EUR", List.of("/amount INVALID_AMOUNT")),
        Arguments.of("-1", "EUR", List.of("/amount INVALID_AMOUNT")),
        Arguments.of("1.0000001", "EUR", List.of("/amount INVALID_AMOUNT")),
        Arguments.of("ten", "USD", List.of("/amount INVALID_AMOUNT", "/currency OTHER_CURRENCY")));
  }

  @ParameterizedTest
  @MethodSource("wishes")
  void aLimitIsMoneyOfTheBooks(String amount, String currency, List<String> faults) {
    try (Books books = books()) {
      List<Fault> found = books.get(CostLimits.class).check(amount, currency);
      assertThat(found.stream().map(it -> it.pointer() + " " + it.code())).isEqualTo(faults);
    }
  }
}
