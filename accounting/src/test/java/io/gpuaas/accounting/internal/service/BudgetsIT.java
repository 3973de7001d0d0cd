package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.BudgetGate;
import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.Budgets.Outcome;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.WaitReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// A budget of 100 EUR a month for department lab, at 2 EUR per GPU-hour.
class BudgetsIT {
  private static final String START = "2026-03-01T00:00:00Z";
  private static final long TEN_HOURS = 36_000_000;
  private static final String BUSY = "could not obtain lock";

  private static SortedMap<String, ProjectHome> homes() {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("a", new ProjectHome("lab", "t", "CC"));
    homes.put("b", new ProjectHome("lab", "t", "CC"));
    homes.put("c", new ProjectHome("other", "t", "CC"));
    return homes;
  }

  private static Books open(boolean hard) {
    Books books = Books.open(START);
    Prices.flat(books, "2");
    assertThat(save(books, "lab", "DEPARTMENT", "100", hard, 0)).isInstanceOf(Outcome.Saved.class);
    return books;
  }

  private static Outcome save(
      Books books, String id, String kind, String amount, boolean hard, int version) {
    String scope = kind.equals("USER") ? "user-a" : id;
    return books
        .get(Budgets.class)
        .save(
            new Budgets.Draft(
                id, kind, scope, "MONTH", "UTC", "EUR", amount, hard, List.of(50, 100), 0, true),
            version,
            homes(),
            "fin");
  }

  private static Optional<WaitReason> reserve(
      Books books, String at, String project, String job, long gpus) {
    return books
        .get(BudgetGate.class)
        .round(homes(), Instant.parse(at))
        .reserve(ask(at, project, job, gpus));
  }

  private static Ask ask(String at, String project, String job, long gpus) {
    return new Ask(
        Story.ref(project, job), List.of(Story.nominal(gpus)), TEN_HOURS, Instant.parse(at));
  }

  /// A plan asks for many runs in one round; each of them alone would have read everything anew.
  @Test
  void aRoundSaysWhatReadingAnewWouldSay() {
    for (long seed = 0; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (Books together = open(true);
          Books anew = open(true)) {
        BudgetGate.Round round =
            together.get(BudgetGate.class).round(homes(), Instant.parse(START));
        for (int i = 0; i < 12; i++) {
          String project = random.nextInt(3) == 0 ? "c" : "a";
          Ask ask = ask(START, project, project + i, random.nextInt(3));
          BudgetGate.Round own = anew.get(BudgetGate.class).round(homes(), Instant.parse(START));
          assertThat(round.refusal(ask)).as("%d in seed %d", i, seed).isEqualTo(own.refusal(ask));
          assertThat(round.reserve(ask)).as("%d in seed %d", i, seed).isEqualTo(own.reserve(ask));
        }
        assertThat(text(together, START)).isEqualTo(text(anew, START));
      }
    }
  }

  private static String text(Books books, String at) {
    Standing standing =
        books.get(Budgets.class).standing("lab", homes(), Instant.parse(at)).orElseThrow();
    return standing.used().toDecimal(2) + " " + standing.held().toDecimal(2);
  }

  /// As of pods that others have put on a cluster: nobody asked the gate for them.
  @Test
  void whatNobodyAdmittedIsUsedAndLeavesLessRoomForOthers() {
    try (Books books = open(true)) {
      books.log.add(
          new Story()
              .ran(START, "2026-03-01T02:00:00Z", Story.ref("a", "foreign-1"), Story.nominal(8))
              .bound("2026-03-01T02:00:00Z", Story.ref("b", "foreign-2"), Story.nominal(8))
              .started("2026-03-01T02:00:00Z", Story.ref("b", "foreign-2"))
              .events());
      books.get(LedgerFollower.class).catchUp();
      String noon = "2026-03-01T04:00:00Z";
      // Posted, and accrued by what still runs.
      assertThat(text(books, noon)).isEqualTo("64.00 0.00");
      assertThat(reserve(books, noon, "a", "a1", 2)).isPresent();
      assertThat(reserve(books, noon, "a", "a2", 1)).isEmpty();
      assertThat(text(books, noon)).isEqualTo("64.00 20.00");
      // It alone uses the budget up, without a job that asks.
      Standing full =
          books
              .get(Budgets.class)
              .standing("lab", homes(), Instant.parse("2026-03-01T05:00:00Z"))
              .orElseThrow();
      assertThat(full.state(Instant.parse("2026-03-01T05:00:00Z"))).isEqualTo(Budgets.State.BLOCKS);
    }
  }

  @Test
  void holdsBecomeUsageAndAreReleasedAtTheEnd() {
    try (Books books = open(true)) {
      assertThat(reserve(books, START, "a", "a1", 4)).isEmpty();
      assertThat(text(books, START)).isEqualTo("0.00 80.00");
      Optional<WaitReason> refused = reserve(books, START, "b", "b1", 2);
      assertThat(refused).isPresent();
      assertThat(refused.get().detail())
          .containsEntry("held", "80.00")
          .containsEntry("asked", "40.00");
      assertThat(reserve(books, START, "b", "b2", 1)).isEmpty();
      assertThat(reserve(books, START, "c", "c1", 8)).isEmpty();
      long before = books.get(BudgetGate.class).generation(Instant.parse(START));
      books.log.add(
          new Story()
              .bound(START, Story.ref("a", "a1"), Story.nominal(4))
              .started(START, Story.ref("a", "a1"))
              .events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(text(books, "2026-03-01T05:00:00Z")).isEqualTo("40.00 60.00");
      books.log.add(
          new Story(2)
              .ended("2026-03-01T06:00:00Z", Story.ref("a", "a1"), "SUCCEEDED")
              .released("2026-03-01T06:00:00Z", Story.ref("a", "a1"), "SUCCEEDED", 0)
              .events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(text(books, "2026-03-01T06:00:00Z")).isEqualTo("48.00 20.00");
      assertThat(books.get(BudgetGate.class).generation(Instant.parse(START)))
          .isGreaterThan(before);
      assertThat(reserve(books, "2026-03-01T06:00:00Z", "b", "b3", 1)).isEmpty();
      assertThat(holds(books)).isTrue();
    }
  }

  private static boolean holds(Books books) {
    return books.get(Auditor.class).run(Instant.parse("2026-03-02T00:00:00Z")).stream()
        .filter(check -> check.name().equals("holds"))
        .allMatch(Auditor.Check::ok);
  }

  @Test
  void theAuditFindsAHoldThatWasNotReleased() {
    try (Books books = open(true)) {
      assertThat(reserve(books, START, "a", "a1", 4)).isEmpty();
      books.log.add(
          new Story()
              .ran(START, "2026-03-01T06:00:00Z", Story.ref("a", "a1"), Story.nominal(4))
              .events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(holds(books)).isTrue();
      books.jdbc().sql("update accounting.budget_hold set released_at = null").update();
      assertThat(holds(books)).isFalse();
    }
  }

  @Test
  void aRunOverTheEndOfTheMonthCountsInBoth() {
    try (Books books = open(true)) {
      assertThat(reserve(books, "2026-03-31T20:00:00Z", "a", "a1", 4)).isEmpty();
      assertThat(text(books, "2026-03-31T20:00:00Z")).isEqualTo("0.00 32.00");
      assertThat(text(books, "2026-04-01T00:00:00Z")).isEqualTo("0.00 48.00");
    }
  }

  /// 160 EUR in ten hours; in the last six and a quarter of the month they are 100.
  @Test
  void timeLetsARunThroughOnceWhatItMayCostInTheMonthFits() {
    try (Books books = open(true)) {
      BudgetGate gate = books.get(BudgetGate.class);
      assertThat(gate.nextGenerationAt(Instant.parse(START))).isNull();
      assertThat(reserve(books, START, "a", "a1", 8)).isPresent();
      Instant fits = Instant.parse("2026-03-31T17:45:00Z");
      assertThat(gate.nextGenerationAt(Instant.parse(START))).isEqualTo(fits);
      long before = gate.generation(Instant.parse(START));
      assertThat(reserve(books, "2026-03-31T17:44:59.999Z", "a", "a1", 8)).isPresent();
      assertThat(gate.generation(fits.minusMillis(1))).isEqualTo(before);
      assertThat(gate.generation(fits)).isGreaterThan(before);
      assertThat(reserve(books, fits.toString(), "a", "a1", 8)).isEmpty();
    }
  }

  /// Nothing is left in March; in April all is.
  @Test
  void anExhaustedBudgetIsWaitedForUntilANewPeriodHasRoom() {
    try (Books books = open(true)) {
      BudgetGate gate = books.get(BudgetGate.class);
      assertThat(reserve(books, START, "a", "a1", 5)).isEmpty();
      assertThat(reserve(books, START, "a", "a2", 1)).isPresent();
      assertThat(gate.nextGenerationAt(Instant.parse(START)))
          .isEqualTo(Instant.parse("2026-04-01T00:00:00Z"));
    }
  }

  @Test
  void aSoftBudgetWarnsAndNothingElse() {
    try (Books books = open(false)) {
      assertThat(books.get(BudgetGate.class).isClosable()).isFalse();
      assertThat(entered(books)).isTrue();
      assertThat(books.get(BudgetGate.class).nextGenerationAt(Instant.parse(START))).isNull();
      assertThat(reserve(books, START, "a", "a1", 80)).isEmpty();
      Standing standing =
          books.get(Budgets.class).standing("lab", homes(), Instant.parse(START)).orElseThrow();
      assertThat(standing.reached()).containsExactly(50, 100);
    }
  }

  @Test
  void anOverrideNeedsAReasonAndLetsJobsThrough() {
    try (Books books = open(true)) {
      assertThat(reserve(books, START, "a", "a1", 6)).isPresent();
      Budgets budgets = books.get(Budgets.class);
      assertThat(budgets.override("lab", "2026-03-02T00:00:00Z", " ", "fin"))
          .isInstanceOf(Outcome.Refused.class);
      assertThat(budgets.override("lab", "2026-02-02T00:00:00Z", "paper", "fin"))
          .isInstanceOf(Outcome.Refused.class);
      assertThat(budgets.override("nothing", "2026-03-02T00:00:00Z", "paper", "fin"))
          .isInstanceOf(Outcome.Unknown.class);
      assertThat(budgets.override("lab", "2026-03-02T00:00:00Z", "paper", "fin"))
          .isInstanceOf(Outcome.Saved.class);
      assertThat(reserve(books, START, "a", "a1", 6)).isEmpty();
      assertThat(reserve(books, "2026-03-02T00:00:00Z", "a", "a2", 6)).isPresent();
    }
  }

  /// Both jobs of a begin before there is a budget: one for ten hours, one without an end.
  @Test
  void jobsThatRunAlreadyAreHeldWhenABudgetIsMade() {
    try (Books books = Books.open(START)) {
      Prices.flat(books, "2");
      assertThat(entered(books)).isFalse();
      books.running.add(ask(START, "a", "a1", 4));
      books.running.add(ask(START, "c", "c1", 1));
      Outcome below = save(books, "lab", "DEPARTMENT", "79.99", true, 0);
      assertThat(below).isInstanceOf(Outcome.Refused.class);
      assertThat(((Outcome.Refused) below).faults())
          .extracting(Fault::code, Fault::limit)
          .containsExactly(org.assertj.core.groups.Tuple.tuple("BELOW_HELD", "80.00"));
      assertThat(heldRuns(books)).as("nothing is kept of a refusal").isEmpty();
      assertThat(save(books, "lab", "DEPARTMENT", "100", false, 0))
          .isInstanceOf(Outcome.Saved.class);
      assertThat(entered(books)).isTrue();
      assertThat(text(books, START)).isEqualTo("0.00 80.00");
      assertThat(heldRuns(books)).containsExactly("a1-1", "c1-1");
      books.running.add(
          new Ask(Story.ref("b", "b1"), List.of(Story.nominal(1)), 0, Instant.parse(START)));
      assertThat(save(books, "lab", "DEPARTMENT", "5000", true, 1))
          .isInstanceOf(Outcome.Saved.class);
      // 744 hours of March for the one without an end.
      assertThat(text(books, START)).isEqualTo("0.00 1568.00");
      assertThat(heldRuns(books)).containsExactly("a1-1", "b1-1", "c1-1");
    }
  }

  private static boolean entered(Books books) {
    return Boolean.TRUE.equals(
        new TransactionTemplate(books.get(PlatformTransactionManager.class))
            .execute(_ -> books.get(BudgetGate.class).enter()));
  }

  private static List<String> heldRuns(Books books) {
    return books
        .jdbc()
        .sql("select run from accounting.budget_hold order by run")
        .query(String.class)
        .list();
  }

  /// So each run is held by who admits it or by who makes the budget.
  @Test
  void nobodyMakesABudgetWhileARunIsAdmitted() {
    try (Books books = open(true)) {
      TransactionTemplate one =
          new TransactionTemplate(books.get(PlatformTransactionManager.class));
      BudgetStore store = books.get(BudgetStore.class);
      one.executeWithoutResult(
          _ -> {
            assertThat(books.get(BudgetGate.class).enter()).isTrue();
            assertThatThrownBy(() -> lockElsewhere(books, "exclusive")).hasMessageContaining(BUSY);
          });
      one.executeWithoutResult(
          _ -> {
            store.lock();
            assertThatThrownBy(() -> lockElsewhere(books, "row share")).hasMessageContaining(BUSY);
          });
    }
  }

  private static void lockElsewhere(Books books, String mode) throws SQLException {
    try (Connection other = books.get(DataSource.class).getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table accounting.budget in %s mode nowait".formatted(mode));
    }
  }

  @Test
  void aHardBudgetCannotBeSetBelowWhatIsHeld() {
    try (Books books = open(true)) {
      assertThat(reserve(books, START, "a", "a1", 4)).isEmpty();
      assertThat(save(books, "lab", "DEPARTMENT", "100", true, 7)).isEqualTo(new Outcome.Stale(1));
      Outcome outcome = save(books, "lab", "DEPARTMENT", "79.99", true, 1);
      assertThat(outcome).isInstanceOf(Outcome.Refused.class);
      assertThat(((Outcome.Refused) outcome).faults())
          .extracting(Fault::code, Fault::value, Fault::limit)
          .containsExactly(org.assertj.core.groups.Tuple.tuple("BELOW_HELD", "79.99", "80.00"));
      assertThat(save(books, "lab", "DEPARTMENT", "80", true, 1)).isInstanceOf(Outcome.Saved.class);
    }
  }

  @Test
  void aUsersBudgetCountsWhatTheUserDidInAllProjects() {
    try (Books books = Books.open(START)) {
      Prices.flat(books, "2");
      assertThat(save(books, "lab", "USER", "50", true, 0)).isInstanceOf(Outcome.Saved.class);
      books.log.add(
          new Story()
              .ran(START, "2026-03-01T06:00:00Z", Story.ref("a", "a1"), Story.nominal(1))
              .ran(START, "2026-03-01T06:00:00Z", Story.ref("b", "b1"), Story.nominal(1))
              .events());
      books.get(LedgerFollower.class).catchUp();
      assertThat(text(books, "2026-03-02T00:00:00Z")).isEqualTo("12.00 0.00");
    }
  }
}
