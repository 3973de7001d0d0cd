package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.internal.engine.StatementBuilder;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Head;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Late;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.accounting.internal.store.LateStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.StatementStore;
import io.gpuaas.accounting.internal.store.SumStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Puts statements together from the books.
@Component
class StatementMaker {

  private final StatementStore store;
  private final SumStore sums;
  private final LateStore lates;
  private final MonthCharges charges;
  private final RateStore rates;
  private final Billings billings;
  private final StatementBuilder builder = new StatementBuilder(StatementRounding.LINE_HALF_EVEN);

  StatementMaker(
      StatementStore store,
      SumStore sums,
      LateStore lates,
      MonthCharges charges,
      RateStore rates,
      Billings billings) {
    this.store = store;
    this.sums = sums;
    this.lates = lates;
    this.charges = charges;
    this.rates = rates;
    this.billings = billings;
  }

  /// What the statements of a month are made of, by project.
  private record Parts(
      SortedMap<String, List<Usage>> usage,
      SortedMap<String, List<Late>> late,
      SortedMap<String, List<Extra>> extra) {
    SortedSet<String> projects() {
      TreeSet<String> projects = new TreeSet<>(usage.keySet());
      projects.addAll(late.keySet());
      projects.addAll(extra.keySet());
      return projects;
    }
  }

  private Statement build(String project, Head head, Parts parts) {
    return builder.build(
        project,
        head,
        parts.usage().getOrDefault(project, List.of()),
        parts.late().getOrDefault(project, List.of()),
        parts.extra().getOrDefault(project, List.of()));
  }

  /// All projects with usage, charges or adjustments in the month, in order of name.
  List<Statement> open(Period period, List<RatedUsage> live, Instant now) {
    Head head = head("", period, Statement.Status.OPEN);
    Parts parts = parts(period, live, now, null);
    return parts.projects().stream().map(project -> build(project, head, parts)).toList();
  }

  Statement open(String project, Period period, List<RatedUsage> live, Instant now) {
    Parts parts = parts(period, live, now, project);
    return build(project, head("", period, Statement.Status.OPEN), parts);
  }

  private Parts parts(Period period, List<RatedUsage> live, Instant now, @Nullable String project) {
    return new Parts(
        sums.usage(period.from(), period.to(), live, project),
        lates.lates(period),
        charges.of(period, live, now));
  }

  /// Statements of months that are soft closed: from the intervals that were in the books then.
  List<Statement> softClosed(Collection<String> projects, Period period) {
    Head head = head("", period, Statement.Status.SOFT_CLOSED);
    Parts parts = settled(period);
    return projects.stream().map(project -> build(project, head, parts)).toList();
  }

  /// Statements to be issued: from the intervals themselves, not from their sums. The charges of
  /// the month are settled.
  ///
  /// @param first numbers; the others follow
  List<Statement> closed(List<String> projects, Period period, Numbers first) {
    Parts parts = settled(period);
    Head open = head("", period, Statement.Status.CLOSED);
    Head head = open.billed(numbered(projects, open, first.costCenter()));
    List<Statement> statements = new ArrayList<>();
    for (String project : projects) {
      String name = StatementNumbers.PROJECT.text(first.statement() + statements.size());
      statements.add(build(project, head.numbered(name), parts));
    }
    return statements;
  }

  /// Of statements of projects and of cost centres.
  record Numbers(long statement, long costCenter) {}

  /// One statement for each cost centre of the projects, in order of its name.
  private static SortedMap<String, Billing> numbered(
      List<String> projects, Head head, long number) {
    TreeMap<String, String> numbers = new TreeMap<>();
    projects.forEach(it -> numbers.put(head.billing(it).costCenter(), ""));
    long next = number;
    for (Map.Entry<String, String> center : numbers.entrySet()) {
      center.setValue(StatementNumbers.COST_CENTER.text(next));
      next++;
    }
    TreeMap<String, Billing> billings = new TreeMap<>();
    for (String project : projects) {
      Billing billing = head.billing(project);
      billings.put(project, billing.numbered(numbers.getOrDefault(billing.costCenter(), "")));
    }
    return billings;
  }

  private Parts settled(Period period) {
    return new Parts(
        store.usage(period), lates.lates(period), charges.of(period, List.of(), period.to()));
  }

  private Head head(String number, Period period, Statement.Status status) {
    return new Head(
        number,
        period,
        status,
        rates.currency().orElse(Currencies.DEFAULT),
        billings.ofProjects(period.month()));
  }
}
