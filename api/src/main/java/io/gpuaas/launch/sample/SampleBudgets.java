package io.gpuaas.launch.sample;

import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.OrganisationSource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.context.ApplicationContext;

/// Budgets as finance might have set them, by what is used at the end of the past: a department
/// that comes near its limit, a project that must not go over it, and the year of all.
final class SampleBudgets {
  private static final BigDecimal STEP = new BigDecimal(500);
  private static final BigDecimal LEAST = new BigDecimal(5_000);

  private final Budgets budgets;
  private final SortedMap<String, ProjectHome> homes;
  private final String zone;
  private final Instant now;
  private final String author;

  private SampleBudgets(ApplicationContext product, Instant now, String author) {
    Organisation organisation = product.getBean(OrganisationSource.class).current();
    this.budgets = product.getBean(Budgets.class);
    this.homes = homes(organisation);
    this.zone = organisation.settings().timeZone();
    this.now = now;
    this.author = author;
  }

  static void make(ApplicationContext product, Instant now, String author) {
    SampleBudgets sample = new SampleBudgets(product, now, author);
    sample.set(new Wish("ai-research-month", "DEPARTMENT", "ai-research", "MONTH", false, "1.18"));
    sample.set(new Wish("variant-calling-month", "PROJECT", "variant-calling", "MONTH", true, "3"));
    sample.set(new Wish("organisation-year", "ORGANISATION", "", "YEAR", false, "4"));
  }

  /// @param times what is used and held now, the amount
  private record Wish(
      String id, String kind, String scope, String period, boolean hard, String times) {}

  /// Made soft and too large first, to learn how it stands.
  private void set(Wish wish) {
    save(wish, new BigDecimal(1_000_000_000), false, 0);
    BigDecimal committed =
        budgets.standing(wish.id(), homes, now).orElseThrow().committed().toDecimal(2);
    BigDecimal amount =
        committed
            .multiply(new BigDecimal(wish.times()))
            .divide(STEP, 0, RoundingMode.CEILING)
            .multiply(STEP)
            .max(LEAST);
    save(wish, amount, wish.hard(), 1);
  }

  private void save(Wish wish, BigDecimal amount, boolean hard, int version) {
    Budgets.Draft draft =
        new Budgets.Draft(
            wish.id(),
            wish.kind(),
            wish.scope(),
            wish.period(),
            zone,
            "EUR",
            amount.toPlainString(),
            hard,
            List.of(50, 80, 100),
            60,
            true);
    Budgets.Outcome outcome = budgets.save(draft, version, homes, author);
    if (!(outcome instanceof Budgets.Outcome.Saved)) {
      throw new IllegalStateException("A sample budget was refused: " + outcome);
    }
  }

  private static SortedMap<String, ProjectHome> homes(Organisation organisation) {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    organisation
        .projects()
        .forEach(
            (name, project) -> {
              String department = organisation.departmentOf(name).map(Department::name).orElse("");
              homes.put(name, new ProjectHome(department, project.team(), ""));
            });
    return homes;
  }
}
