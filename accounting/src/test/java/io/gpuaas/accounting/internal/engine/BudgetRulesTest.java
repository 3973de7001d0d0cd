package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.Budgets.Draft;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.WaitReason;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// When a budget lets a run begin.
class BudgetRulesTest {
  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static Charge money(String amount) {
    return Charge.ofDecimal(new BigDecimal(amount));
  }

  private static Budget budget(boolean hard, long graceMillis) {
    return new Budget(
        "lab",
        Budget.ScopeKind.PROJECT,
        "blue",
        Budget.Period.MONTH,
        BERLIN,
        "EUR",
        money("100"),
        hard,
        List.of(50, 80, 100),
        graceMillis,
        true,
        1);
  }

  private static Standing standing(
      Budget budget, String used, String held, @Nullable Instant since, @Nullable Instant until) {
    Buckets.Bucket period = BudgetRules.period(budget, NOW);
    return new Standing(
        budget,
        period.from(),
        period.to(),
        money(used),
        money(held),
        Charge.ZERO,
        List.of(),
        since,
        until);
  }

  private static boolean lets(Standing standing, String most) {
    return BudgetRules.refusal(standing, money(most), NOW).isEmpty();
  }

  @Test
  void whatIsUsedAndHeldAndAskedMustFit() {
    Standing standing = standing(budget(true, 0), "60", "30", null, null);
    assertThat(lets(standing, "10")).isTrue();
    assertThat(lets(standing, "10.000001")).isFalse();
  }

  @Test
  void aRefusalSaysItsNumbers() {
    Standing standing = standing(budget(true, 0), "60", "30", null, null);
    Optional<WaitReason> reason = BudgetRules.refusal(standing, money("12.50"), NOW);
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("budget", "lab");
    detail.put("currency", "EUR");
    detail.put("limit", "100.00");
    detail.put("used", "60.00");
    detail.put("held", "30.00");
    detail.put("asked", "12.50");
    detail.put("periodEnds", "2026-03-31T22:00:00Z");
    assertThat(reason).isPresent();
    assertThat(reason.get().code()).isEqualTo("BudgetExhausted");
    assertThat(reason.get().detail()).isEqualTo(detail);
  }

  @Test
  void aSoftBudgetRefusesNothing() {
    assertThat(lets(standing(budget(false, 0), "600", "0", null, null), "1")).isTrue();
  }

  @Test
  void anOverrideLetsJobsThroughUntilItEnds() {
    Budget hard = budget(true, 0);
    assertThat(lets(standing(hard, "100", "0", NOW, NOW.plusMillis(1)), "1")).isTrue();
    assertThat(lets(standing(hard, "100", "0", NOW, NOW), "1")).isFalse();
  }

  @Test
  void graceBeginsWithTheFirstRunThatDoesNotFit() {
    Budget graceful = budget(true, 900_000);
    assertThat(lets(standing(graceful, "100", "0", null, null), "1")).isTrue();
    assertThat(lets(standing(graceful, "100", "0", NOW.minusMillis(899_999), null), "1")).isTrue();
    assertThat(lets(standing(graceful, "100", "0", NOW.minusMillis(900_000), null), "1")).isFalse();
  }

  @Test
  void periodsFollowTheClocksOfTheZone() {
    assertThat(BudgetRules.period(budget(true, 0), NOW))
        .isEqualTo(
            new Buckets.Bucket(
                "2026-03",
                Instant.parse("2026-02-28T23:00:00Z"),
                Instant.parse("2026-03-31T22:00:00Z")));
  }

  @Test
  void thresholdsAreReachedExactly() {
    assertThat(BudgetRules.reached(budget(true, 0), money("79.999999"))).containsExactly(50);
    assertThat(BudgetRules.reached(budget(true, 0), money("80"))).containsExactly(50, 80);
  }

  private static String state(
      boolean hard, long graceMillis, String used, @Nullable Instant since) {
    return standing(budget(hard, graceMillis), used, "30", since, null).state(NOW).name();
  }

  @Test
  void theStateIsToldByTheFiguresWhoeverHasAsked() {
    assertThat(state(true, 0, "69.999999", null)).isEqualTo("WITHIN");
    // A job that cost more than is left was refused; others still begin.
    assertThat(state(true, 0, "69", NOW)).isEqualTo("WITHIN");
    assertThat(state(true, 0, "70", null)).isEqualTo("BLOCKS");
    assertThat(state(false, 0, "70", null)).isEqualTo("OVER");
    assertThat(state(true, 60_000, "70", null)).isEqualTo("GRACE");
    assertThat(state(true, 60_000, "70", NOW.minusMillis(59_999))).isEqualTo("GRACE");
    assertThat(state(true, 60_000, "70", NOW.minusMillis(60_000))).isEqualTo("BLOCKS");
    Standing over = standing(budget(true, 0), "99", "9", null, NOW.plusMillis(1));
    assertThat(over.state(NOW)).isEqualTo(Budgets.State.OVERRIDDEN);
    assertThat(over.state(NOW.plusMillis(1))).isEqualTo(Budgets.State.BLOCKS);
  }

  @Test
  void aBudgetThatWarnsOrIsOffSaysSo() {
    Standing it = standing(budget(true, 0), "60", "0", null, null);
    Standing warned =
        new Standing(
            it.budget(),
            it.from(),
            it.to(),
            it.used(),
            it.held(),
            it.forecast(),
            List.of(50),
            null,
            null);
    assertThat(warned.state(NOW)).isEqualTo(Budgets.State.WARNED);
    Budget on = it.budget();
    Budget off =
        new Budget(
            on.id(),
            on.scopeKind(),
            on.scope(),
            on.period(),
            on.zone(),
            on.currency(),
            on.amount(),
            true,
            on.thresholds(),
            0,
            false,
            1);
    Standing idle =
        new Standing(
            off,
            it.from(),
            it.to(),
            money("200"),
            it.held(),
            it.forecast(),
            List.of(50),
            null,
            null);
    assertThat(idle.state(NOW)).isEqualTo(Budgets.State.OFF);
  }

  @Test
  void allFaultsOfADraftAreFoundAtOnce() {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("blue", new ProjectHome("lab", "team", "CC1"));
    Draft draft =
        new Draft(
            "No Name",
            "TEAM",
            "x",
            "WEEK",
            "Mars/Olympus",
            "USD",
            "1.1234567",
            true,
            List.of(80, 50),
            -1,
            true);
    assertThat(new BudgetCheck(homes, "EUR").check(draft, 1).faults())
        .extracting(Fault::pointer)
        .containsExactlyInAnyOrder(
            "/id",
            "/scopeKind",
            "/scope",
            "/period",
            "/zone",
            "/currency",
            "/amount",
            "/thresholds",
            "/graceMinutes");
  }

  @Test
  void scopesMustBeKnown() {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("blue", new ProjectHome("lab", "team", "CC1"));
    List<String> kinds = List.of("ORGANISATION", "DEPARTMENT", "PROJECT", "USER");
    List<String> right = List.of("", "lab", "blue", "ada");
    List<String> wrong = List.of("lab", "blue", "lab", " ");
    for (int i = 0; i < kinds.size(); i++) {
      assertThat(faults(homes, kinds.get(i), right.get(i))).as(kinds.get(i)).isEmpty();
      assertThat(faults(homes, kinds.get(i), wrong.get(i)))
          .as(kinds.get(i))
          .extracting(Fault::code)
          .containsExactly("UNKNOWN_SCOPE");
    }
  }

  private static List<Fault> faults(
      SortedMap<String, ProjectHome> homes, String kind, String scope) {
    Draft draft =
        new Draft("b", kind, scope, "MONTH", "UTC", "EUR", "100.00", true, List.of(100), 15, true);
    return new BudgetCheck(homes, "EUR").check(draft, 1).faults();
  }
}
