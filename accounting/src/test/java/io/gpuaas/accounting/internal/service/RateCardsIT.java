package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardAdmin.SaveOutcome;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageEvent.NodeState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateCardsIT {
  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");

  private static RateCardDraft draft(RateCardDraft.Line... lines) {
    return new RateCardDraft("list", "EUR", List.of(lines));
  }

  private static RateCardDraft.Line line(String price, String from, String to) {
    return new RateCardDraft.Line(null, null, null, null, price, from, to);
  }

  @Test
  void usageWithoutAPriceIsRatedOnceThereIsOne() {
    try (Books books = Books.open(NOW.toString())) {
      books.log.add(
          new Story()
              .node("2026-03-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
              .ran("2026-03-01T10:00:00Z", "2026-03-01T12:00:00Z", ref("a", "a1"), nominal(4))
              .events());
      books.get(LedgerFollower.class).catchUp();
      CostQueries costs = books.get(CostQueries.class);
      assertThat(costs.ofJob(new JobId("a1"), NOW).unrated().gpuHours()).isEqualByComparingTo("8");
      assertThat(books.get(Auditor.class).run(NOW).stream().filter(check -> !check.ok()))
          .extracting(Auditor.Check::name)
          .containsExactly("no-silent-zero");

      RateCardDraft prices =
          draft(
              line("1", "2026-03-01T00:00:00Z", "2026-03-01T11:00:00Z"),
              line("3", "2026-03-01T11:00:00Z", ""));
      assertThat(books.get(RateCardAdmin.class).save(prices, 0, "fin"))
          .isInstanceOf(SaveOutcome.Saved.class);
      assertThat(costs.ofJob(new JobId("a1"), NOW).charge().toDecimal(2))
          .isEqualByComparingTo("16.00");
      assertThat(books.get(Auditor.class).run(NOW)).allMatch(Auditor.Check::ok);
    }
  }

  @Test
  void proposalIsInForceOnlyAfterSomebodyElseHasApproved() {
    try (Books books = Books.open(NOW.toString())) {
      RateCardAdmin admin = books.get(RateCardAdmin.class);
      RateCardDraft first = draft(line("2", "2026-03-01T00:00:00Z", ""));
      admin.propose(first, 0, "ann");
      assertThat(admin.list()).isEmpty();
      assertThat(admin.proposals())
          .extracting(one -> one.card().version() + " by " + one.author())
          .containsExactly("1 by ann");
      assertThat(admin.approve("list", 1, "ann"))
          .isInstanceOfSatisfying(
              SaveOutcome.Refused.class,
              refused ->
                  assertThat(refused.faults())
                      .extracting(Fault::code)
                      .containsExactly("SAME_PERSON"));
      assertThat(admin.approve("list", 1, "bob")).isInstanceOf(SaveOutcome.Saved.class);
      assertThat(admin.list()).extracting(card -> card.version()).containsExactly(1);

      RateCardDraft dearer =
          draft(
              line("2", "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"),
              line("9", "2026-04-01T00:00:00Z", ""));
      admin.propose(dearer, 1, "ann");
      admin.propose(first, 1, "eve");
      assertThat(admin.approve("list", 2, "bob")).isInstanceOf(SaveOutcome.Saved.class);
      assertThat(admin.approve("list", 3, "bob")).isEqualTo(new SaveOutcome.Stale(2));
      assertThat(admin.approve("list", 2, "bob")).isInstanceOf(SaveOutcome.Refused.class);
      assertThat(admin.save(first, 1, "fin")).isEqualTo(new SaveOutcome.Stale(2));
      assertThat(books.get(Auditor.class).run(NOW)).allMatch(Auditor.Check::ok);
    }
  }
}
