package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.borrowed;
import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.accounting.QuotaHistory;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.Fault;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// March of eight GPUs at 2 EUR per GPU-hour, 744 hours. a has six of them, b two.
class ChargesIT {
  private static final Instant AUDITED = Instant.parse("2026-04-03T00:00:00Z");
  private static final YearMonth MARCH = YearMonth.of(2026, 3);
  private static final String MONTH_STARTS = "2026-03-01T00:00:00Z";
  private static final String MONTH_ENDS = "2026-04-01T00:00:00Z";

  private static Books books(Story story) {
    Books books =
        Books.open(
            "2026-03-01T00:00:00Z",
            List.of(
                new Guarantee("a", Story.POOL, 6_000, 4_000, "co"),
                new Guarantee("b", Story.POOL, 2_000, 2_000, "co")));
    Prices.flat(books, "2");
    books.log.add(story.events());
    return books;
  }

  private static Story hardware() {
    return new Story().node("2026-02-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE);
  }

  private static List<String> charges(Books books, String project) {
    Statement statement =
        books
            .get(StatementQueries.class)
            .find(project, MARCH, ZoneOffset.UTC, Instant.parse("2026-04-03T00:00:00Z"));
    return statement.charges().stream()
        .map(it -> it.kind() + " " + it.gpuHours() + " " + it.amount() + " " + it.explanation())
        .toList();
  }

  /// Four GPUs reserved at 1.50; two are used for 100 hours, and one more by a borrower of the same
  /// project, which is not covered.
  @Test
  void aCommitmentIsChargedAndWhatItCoversIsCredited() {
    Story story =
        hardware()
            .ran(MONTH_STARTS, "2026-03-05T04:00:00Z", ref("a", "a1"), nominal(2))
            .ran(MONTH_STARTS, "2026-03-05T04:00:00Z", ref("a", "a2"), borrowed(1));
    try (Books books = books(story)) {
      Commitments commitments = books.get(Commitments.class);
      Commitments.Draft draft =
          new Commitments.Draft("a", Story.POOL, Story.MODEL, "4", "1.5", MONTH_STARTS, MONTH_ENDS);
      assertThat(commitments.propose(draft, new TreeSet<>(List.of("a")), "fin"))
          .isInstanceOf(ProposalOutcome.Saved.class);
      books.get(LedgerFollower.class).catchUp();
      assertThat(charges(books, "a")).isEmpty();
      assertThat(refusal(commitments.decide("cmt_1", Decision.APPROVE, "fin")))
          .isEqualTo("SAME_PERSON");
      assertThat(commitments.decide("cmt_1", Decision.APPROVE, "cfo"))
          .isInstanceOf(ProposalOutcome.Saved.class);
      assertThat(refusal(commitments.decide("cmt_1", Decision.REJECT, "cfo")))
          .isEqualTo("ALREADY_DECIDED");
      List<String> charged =
          List.of(
              "COMMITMENT 2976.000000 4464.00 Reserved; 200.000000 GPU-hours used, 2776.000000 not",
              "COVERED 200.000000 -400.00 Usage that the commitment covers");
      assertThat(charges(books, "a")).isEqualTo(charged);
      assertThat(charges(books, "b")).isEmpty();
      assertThat(costs(books, "2026-04-01T00:30:00Z"))
          .containsExactly("a 600.00 usage 4064.00 beside");
      assertThat(effective(books, List.of(Dimension.PROJECT))).containsExactly("a 600.00 4664.00");
      assertThat(effective(books, List.of(Dimension.POOL, Dimension.MONTH)))
          .containsExactly("h200 2026-03 600.00 4664.00");
      assertThat(effective(books, List.of(Dimension.CLASS)))
          .containsExactly("BORROWED 200.00 -", "NOMINAL 400.00 -");
      assertThat(costs(books, "2026-03-05T04:59:59Z"))
          .containsExactly("a 600.00 usage 200.00 beside");
      assertThat(used(books, "2026-03-31T23:59:59Z")).isEqualTo("4658.00");
      books.setNow("2026-04-02T00:00:00Z");
      books.close(MARCH, "a");
      assertThat(charges(books, "a")).isEqualTo(charged);
      assertThat(costs(books, "2026-04-03T00:00:00Z"))
          .containsExactly("a 600.00 usage 4064.00 beside");
      assertThat(balance(books, "a")).isEqualTo("4664.00");
      assertThat(books.red(AUDITED)).isEmpty();
      assertThat(commitments.proposeEnd("cmt_1", "2026-04-03T00:00:00Z", "fin"))
          .isInstanceOf(ProposalOutcome.Refused.class);
      tamper(books, "update accounting.month_charge set charge = charge + 1");
      assertThat(books.red(AUDITED)).contains("statement-charges");
      tamper(
          books,
          "update accounting.closed_month set statement = replace(statement, '4464', '4465')");
      assertThat(books.red(AUDITED)).contains("focus-identities", "closed-periods");
    }
  }

  /// Past the guards.
  private static void tamper(Books books, String sql) {
    books.jdbc().sql("set session_replication_role = replica; " + sql).update();
  }

  /// Charged for usage in March and, if it can be told, what that cost after commitments.
  private static List<String> effective(Books books, List<Dimension> groups) {
    UsageQuestion question =
        UsageQuestion.of(
            Instant.parse(MONTH_STARTS),
            Instant.parse(MONTH_ENDS),
            Instant.parse(MONTH_ENDS),
            groups);
    return books.get(UsageQueries.class).costs(question).rows().stream()
        .map(
            it ->
                "%s %s %s"
                    .formatted(
                        String.join(" ", it.key()),
                        it.charge().toDecimal(2),
                        it.effective() == null ? "-" : it.effective().toDecimal(2)))
        .toList();
  }

  /// What March has cost until `now`.
  private static List<String> costs(Books books, String now) {
    return books
        .get(CostQueries.class)
        .monthToDate(MARCH, ZoneOffset.UTC, Instant.parse(now))
        .items()
        .stream()
        .map(
            it ->
                "%s %s usage %s beside"
                    .formatted(it.project(), it.charge().toDecimal(2), it.beside().toDecimal(2)))
        .toList();
  }

  /// What a budget of the organisation for March counts as used.
  private static String used(Books books, String now) {
    Budgets.Draft draft =
        new Budgets.Draft(
            "all", "ORGANISATION", "", "MONTH", "UTC", "EUR", "9", false, List.of(), 0, true);
    Budgets budgets = books.get(Budgets.class);
    budgets.save(draft, 0, Collections.emptySortedMap(), "fin");
    return budgets
        .standing("all", Collections.emptySortedMap(), Instant.parse(now))
        .orElseThrow()
        .used()
        .toDecimal(2)
        .toPlainString();
  }

  /// What the ledger has charged the project, in EUR.
  private static String balance(Books books, String project) {
    return books
        .jdbc()
        .sql(
            """
            select round(sum(amount) / 3600000000000000, 2)::text from accounting.posting
             where account = ?
            """)
        .param("project/" + project + "/gpu-expense")
        .query(String.class)
        .single();
  }

  private static String refusal(ProposalOutcome<?> outcome) {
    return outcome instanceof ProposalOutcome.Refused<?>(List<Fault> faults)
        ? faults.getFirst().code()
        : outcome.toString();
  }

  private static List<Fault> faults(ProposalOutcome<?> outcome) {
    return outcome instanceof ProposalOutcome.Refused<?>(List<Fault> faults) ? faults : List.of();
  }

  /// a gives three of its six GPUs to b in the middle of the month: idle GPUs are shared by what
  /// each was guaranteed over the whole of it.
  @Test
  void idleGpusAreSharedByTheQuotasOfEachMoment() {
    try (Books books = books(hardware())) {
      policy(books, Story.POOL, "PROPORTIONAL_TO_NOMINAL", 0);
      books.get(LedgerFollower.class).catchUp();
      books.setNow("2026-03-16T12:00:00Z");
      books
          .get(QuotaHistory.class)
          .changed(
              List.of(
                  new Guarantee("a", Story.POOL, 6_000, 4_000, "co"),
                  new Guarantee("b", Story.POOL, 2_000, 2_000, "co")),
              List.of(
                  new Guarantee("a", Story.POOL, 3_000, 3_000, "co"),
                  new Guarantee("b", Story.POOL, 5_000, 5_000, "co")));
      assertThat(charges(books, "a"))
          .singleElement()
          .asString()
          .startsWith("IDLE 0.000000 6696.00");
      assertThat(charges(books, "b"))
          .singleElement()
          .asString()
          .startsWith("IDLE 0.000000 5208.00");
    }
  }

  @Test
  void nobodyAgreesToACommitmentThatHasBegunButWhoWantedItTakesItBack() {
    try (Books books = books(hardware())) {
      Commitments commitments = books.get(Commitments.class);
      Commitments.Draft draft =
          new Commitments.Draft("b", Story.POOL, Story.MODEL, "1", "1", MONTH_STARTS, MONTH_ENDS);
      commitments.propose(draft, new TreeSet<>(List.of("b")), "fin");
      books.setNow("2026-03-01T00:00:01Z");
      assertThat(refusal(commitments.decide("cmt_1", Decision.APPROVE, "cfo")))
          .isEqualTo("IN_THE_PAST");
      assertThat(commitments.decide("cmt_1", Decision.REJECT, "fin"))
          .isInstanceOf(ProposalOutcome.Saved.class);
      assertThat(commitments.list())
          .extracting(Commitments.Entry::approval)
          .containsExactly(Approval.decided(false, "fin"));
      assertThat(charges(books, "b")).isEmpty();
    }
  }

  @Test
  void anEarlierEndOfACommitmentCounts() {
    try (Books books = books(hardware())) {
      Commitments commitments = books.get(Commitments.class);
      Commitments.Draft draft =
          new Commitments.Draft("b", Story.POOL, Story.MODEL, "0.5", "1", MONTH_STARTS, MONTH_ENDS);
      commitments.propose(draft, new TreeSet<>(List.of("b")), "fin");
      assertThat(refusal(commitments.proposeEnd("cmt_1", "2026-03-10T00:00:00Z", "fin")))
          .isEqualTo("NOT_AGREED");
      commitments.decide("cmt_1", Decision.APPROVE, "cfo");
      assertThat(refusal(commitments.decideEnd("cmt_1", Decision.APPROVE, "cfo")))
          .isEqualTo("NOTHING_PROPOSED");
      commitments.proposeEnd("cmt_1", "2026-03-10T00:00:00Z", "fin");
      assertThat(refusal(commitments.proposeEnd("cmt_1", "2026-03-12T00:00:00Z", "fin")))
          .isEqualTo("ALREADY_PROPOSED");
      assertThat(refusal(commitments.decideEnd("cmt_1", Decision.APPROVE, "fin")))
          .isEqualTo("SAME_PERSON");
      commitments.decideEnd("cmt_1", Decision.REJECT, "cfo");
      commitments.proposeEnd("cmt_1", "2026-03-11T00:00:00Z", "fin");
      commitments.decideEnd("cmt_1", Decision.APPROVE, "cfo");
      assertThat(refusal(commitments.proposeEnd("cmt_1", "2026-03-10T00:00:00Z", "fin")))
          .isEqualTo("ALREADY_ENDED");
      assertThat(commitments.proposeEnd("none", "2026-03-12T00:00:00Z", "fin"))
          .isInstanceOf(ProposalOutcome.Unknown.class);
      assertThat(commitments.decideEnd("none", Decision.APPROVE, "fin"))
          .isInstanceOf(ProposalOutcome.Unknown.class);
      assertThat(commitments.decide("none", Decision.APPROVE, "fin"))
          .isInstanceOf(ProposalOutcome.Unknown.class);
      assertThat(charges(books, "b"))
          .containsExactly(
              "COMMITMENT 120.000000 120.00 Reserved; 0.000000 GPU-hours used, 120.000000 not");
    }
  }

  /// b uses its two GPUs all month and borrows two more for 100 hours: 4,264 GPU-hours are idle. a
  /// leaves 4,464 GPU-hours unused and is the only one who lends.
  @Test
  void idleGpusAndLentOnesAreChargedByPolicy() {
    Story story =
        hardware()
            .bound(MONTH_STARTS, ref("b", "b1"), nominal(2))
            .started(MONTH_STARTS, ref("b", "b1"))
            .ran(MONTH_STARTS, "2026-03-05T04:00:00Z", ref("b", "b2"), borrowed(2));
    try (Books books = books(story)) {
      policy(books, "*", "PROPORTIONAL_TO_NOMINAL", 0);
      policy(books, Story.POOL, "UNUSED_NOMINAL", 25);
      books.get(LedgerFollower.class).catchUp();
      List<String> ofA =
          List.of(
              "IDLE 0.000000 8528.00 Share of 4264.000000 idle GPU-hours, UNUSED_NOMINAL",
              "LENT 0.000000 -100.00 GPUs that others borrowed");
      assertThat(charges(books, "a")).isEqualTo(ofA);
      assertThat(charges(books, "b")).isEmpty();
      books.setNow("2026-04-02T00:00:00Z");
      books.close(MARCH, "b");
      assertThat(charges(books, "a")).isEqualTo(ofA);
      assertThat(books.red(AUDITED)).isEmpty();
      // Usage that is booked after the first close does not change what others are charged.
      Story late = new Story(7);
      late.ran(MONTH_STARTS, "2026-03-02T00:00:00Z", ref("a", "a9"), nominal(4));
      books.log.add(late.events());
      books.get(LedgerFollower.class).catchUp();
      books.close(MARCH, "a", "b");
      assertThat(charges(books, "a")).isEqualTo(ofA);
      assertThat(balance(books, "a")).isEqualTo("8620.00");
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  private static void policy(Books books, String pool, String idle, int percent) {
    agreed(books, books.get(ChargePolicies.class).propose(pool, "2026-03", idle, percent, "fin"));
  }

  private static void agreed(Books books, ProposalOutcome<ChargePolicies.Entry> outcome) {
    if (!(outcome instanceof ProposalOutcome.Saved<ChargePolicies.Entry>(var proposed))) {
      throw new AssertionError(outcome);
    }
    assertThat(books.get(ChargePolicies.class).decide(proposed.id(), Decision.APPROVE, "cfo"))
        .isInstanceOf(ProposalOutcome.Saved.class);
  }

  @Test
  void aPolicyHoldsFromItsMonthOnAndNeverForAClosedOne() {
    try (Books books = books(hardware())) {
      ChargePolicies policies = books.get(ChargePolicies.class);
      assertThat(faults(policies.propose(" ", "2026-02", "NOBODY", 101, "fin")))
          .extracting(Fault::pointer)
          .containsExactly("/pool", "/lenderPercent", "/idle", "/since");
      assertThat(policies.propose("h200", "soon", "PLATFORM_ABSORBS", 0, "fin"))
          .isInstanceOf(ProposalOutcome.Refused.class);
      policy(books, "*", "PROPORTIONAL_TO_USAGE", 10);
      agreed(books, policies.propose("h200", "2026-05", "PLATFORM_ABSORBS", 0, "fin"));
      assertThat(policies.of("h200", YearMonth.of(2026, 2))).isEqualTo(ChargePolicy.standard());
      assertThat(policies.of("h200", YearMonth.of(2026, 4)))
          .isEqualTo(
              new ChargePolicy("*", MARCH, IdleCosts.Policy.PROPORTIONAL_TO_USAGE, 10, "fin"));
      assertThat(policies.of("h200", YearMonth.of(2026, 5)).idle())
          .isEqualTo(IdleCosts.Policy.PLATFORM_ABSORBS);
      assertThat(policies.of("other", YearMonth.of(2026, 5)).lenderPercent()).isEqualTo(10);
      policies.propose("h200", "2026-03", "PLATFORM_ABSORBS", 0, "fin");
      books.setNow("2026-04-02T00:00:00Z");
      books.close(MARCH, "a");
      books.setNow("2026-03-31T00:00:00Z");
      assertThat(policies.propose("h200", "2026-03", "PLATFORM_ABSORBS", 0, "fin"))
          .isInstanceOf(ProposalOutcome.Refused.class);
      assertThat(policies.decide(3, Decision.APPROVE, "cfo"))
          .isInstanceOf(ProposalOutcome.Refused.class);
      assertThat(policies.decide(99, Decision.APPROVE, "cfo"))
          .isInstanceOf(ProposalOutcome.Unknown.class);
    }
  }

  @Test
  void aPolicyCountsOnceAgreedAndTheOneAgreedLastWins() {
    try (Books books = books(hardware())) {
      ChargePolicies policies = books.get(ChargePolicies.class);
      policies.propose("*", "2026-03", "PROPORTIONAL_TO_USAGE", 10, "fin");
      policies.propose("*", "2026-03", "UNUSED_NOMINAL", 20, "cfo");
      assertThat(policies.of("h200", MARCH)).isEqualTo(ChargePolicy.standard());
      assertThat(policies.decide(1, Decision.APPROVE, "fin"))
          .isInstanceOf(ProposalOutcome.Refused.class);
      policies.decide(2, Decision.APPROVE, "fin");
      assertThat(policies.of("h200", MARCH).lenderPercent()).isEqualTo(20);
      books.setNow("2026-03-01T00:00:01Z");
      policies.decide(1, Decision.APPROVE, "cfo");
      assertThat(policies.of("h200", MARCH).lenderPercent()).isEqualTo(10);
      assertThat(policies.list())
          .extracting(ChargePolicies.Entry::approval)
          .containsExactly(Approval.decided(true, "cfo"), Approval.decided(true, "fin"));
      assertThat(books.red(AUDITED)).isEmpty();
    }
  }

  /// As statements were issued before there were charges beside usage.
  @Test
  void anOlderStatementHasNoCharges() {
    Story story = hardware().ran(MONTH_STARTS, "2026-03-01T01:00:00Z", ref("a", "a1"), nominal(2));
    try (Books books = books(story)) {
      books.setNow("2026-04-02T00:00:00Z");
      books.close(MARCH, "a");
      books
          .jdbc()
          .sql(
              "set session_replication_role = replica; update accounting.closed_month"
                  + " set statement = replace(statement, ',\"charges\":[]', '')")
          .update();
      assertThat(
              books
                  .jdbc()
                  .sql(
                      "select count(*) from accounting.closed_month where statement like"
                          + " '%charges%'")
                  .query(Long.class)
                  .single())
          .isZero();
      assertThat(charges(books, "a")).isEmpty();
    }
  }
}
