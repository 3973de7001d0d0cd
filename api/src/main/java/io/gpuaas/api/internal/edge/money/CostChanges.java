package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries.ProjectCost;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.quota.Organisation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Whose costs have changed against as much time of the month before; of a month that is over,
/// against the whole one before. Of usage, without what is charged beside it.
@Component
final class CostChanges {
  private final UsageQueries usage;
  private final BillingPeriods periods;

  CostChanges(UsageQueries usage, BillingPeriods periods) {
    this.usage = usage;
    this.periods = periods;
  }

  /// A project whose cost has changed.
  ///
  /// @param before in as much time of the month before
  /// @param percent of what it was, one decimal; null when it was nothing
  @Schema(name = "CostChange")
  record ChangeDocument(
      String project,
      Money before,
      Money amount,
      Money change,
      @Schema(example = "-12.5") @Nullable String percent) {
    static ChangeDocument of(
        String project, BigDecimal before, BigDecimal amount, String currency) {
      BigDecimal change = amount.subtract(before);
      return new ChangeDocument(
          project,
          Money.of(before, currency),
          Money.of(amount, currency),
          Money.of(change, currency),
          before.signum() == 0
              ? null
              : change.movePointRight(2).divide(before, 1, RoundingMode.HALF_EVEN).toPlainString());
    }
  }

  /// What is asked: months of an organisation's projects, until an instant.
  record Question(
      Organisation organisation, SortedSet<String> projects, YearMonth month, Instant now) {}

  /// The largest first, whichever way; those that have not changed are left out.
  ///
  /// @param items what each project has cost in the month until now
  /// @param amounts the same as they are shown, in their order
  List<ChangeDocument> of(
      Question question, List<ProjectCost> items, List<BigDecimal> amounts, String currency) {
    SortedMap<String, BigDecimal> present = new TreeMap<>();
    for (int i = 0; i < items.size(); i++) {
      present.put(items.get(i).project(), amounts.get(i));
    }
    SortedMap<String, Charge> past = before(question);
    List<BigDecimal> rounded = Apportion.amounts(List.copyOf(past.values()), 2);
    SortedMap<String, BigDecimal> earlier = new TreeMap<>();
    for (String project : past.keySet()) {
      earlier.put(project, rounded.get(earlier.size()));
    }
    return largestFirst(earlier, present, currency);
  }

  static List<ChangeDocument> largestFirst(
      SortedMap<String, BigDecimal> earlier,
      SortedMap<String, BigDecimal> present,
      String currency) {
    SortedSet<String> all = new TreeSet<>(present.keySet());
    all.addAll(earlier.keySet());
    List<ChangeDocument> changes = new ArrayList<>();
    for (String project : all) {
      BigDecimal amount = present.getOrDefault(project, BigDecimal.ZERO);
      BigDecimal before = earlier.getOrDefault(project, BigDecimal.ZERO);
      if (amount.compareTo(before) != 0) {
        changes.add(ChangeDocument.of(project, before, amount, currency));
      }
    }
    changes.sort(
        Comparator.comparing(
            it -> new BigDecimal(it.change().amount()).abs(), Comparator.reverseOrder()));
    return changes;
  }

  private SortedMap<String, Charge> before(Question question) {
    SortedMap<String, Instant> until = new TreeMap<>();
    SortedMap<Period, SortedSet<String>> past =
        periods.byPeriod(
            question.organisation(), question.projects(), question.month().minusMonths(1));
    SortedMap<Period, SortedSet<String>> present =
        periods.byPeriod(question.organisation(), question.projects(), question.month());
    SortedMap<String, Period> ofProject = new TreeMap<>();
    present.forEach((period, projects) -> projects.forEach(it -> ofProject.put(it, period)));
    past.forEach(
        (period, projects) ->
            projects.forEach(
                it -> until.put(it, asFar(period, ofProject.get(it), question.now()))));
    SortedMap<String, Charge> charges = new TreeMap<>();
    for (Map.Entry<Period, SortedSet<String>> each : past.entrySet()) {
      byEnd(each.getValue(), until)
          .forEach(
              (end, projects) ->
                  charges.putAll(charges(each.getKey().from(), end, question.now(), projects)));
    }
    return charges;
  }

  /// As far into `past` as `now` is into `present`.
  static Instant asFar(Period past, @Nullable Period present, Instant now) {
    if (present == null || !now.isBefore(present.to())) {
      return past.to();
    }
    Instant as = past.from().plus(Duration.between(present.from(), now));
    return as.isBefore(past.to()) ? as : past.to();
  }

  private static SortedMap<Instant, SortedSet<String>> byEnd(
      SortedSet<String> projects, SortedMap<String, Instant> until) {
    SortedMap<Instant, SortedSet<String>> byEnd = new TreeMap<>();
    for (String project : projects) {
      Instant end = until.getOrDefault(project, Instant.EPOCH);
      byEnd.computeIfAbsent(end, _ -> new TreeSet<>()).add(project);
    }
    return byEnd;
  }

  private SortedMap<String, Charge> charges(
      Instant from, Instant to, Instant now, SortedSet<String> projects) {
    if (!from.isBefore(to)) {
      return Collections.emptySortedMap();
    }
    UsageQuestion question =
        UsageQuestion.of(from, to, now, List.of(Dimension.PROJECT))
            .ofProjects(new UsageQuestion.Projects.Only(projects))
            .withoutJobs();
    SortedMap<String, Charge> charges = new TreeMap<>();
    for (UsageReport.Row row : usage.report(question).rows()) {
      charges.put(row.key().getFirst(), row.charge());
    }
    return charges;
  }
}
