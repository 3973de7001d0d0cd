package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.StatementBuilder;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Head;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Late;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.accounting.internal.store.LateStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.StatementStore;
import io.gpuaas.accounting.internal.store.SumStore;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Puts statements together from the books.
@Component
class StatementMaker {
  static final String NUMBER_PREFIX = "S-";

  private final StatementStore store;
  private final SumStore sums;
  private final LateStore lates;
  private final MonthCharges charges;
  private final RateStore rates;
  private final StatementBuilder builder = new StatementBuilder(StatementRounding.LINE_HALF_EVEN);

  StatementMaker(
      StatementStore store, SumStore sums, LateStore lates, MonthCharges charges, RateStore rates) {
    this.store = store;
    this.sums = sums;
    this.lates = lates;
    this.charges = charges;
    this.rates = rates;
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
  List<Statement> open(YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now) {
    Head head = head("", month, zone, Statement.Status.OPEN);
    Parts parts = parts(month, zone, live, now, null);
    return parts.projects().stream().map(project -> build(project, head, parts)).toList();
  }

  Statement open(String project, YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now) {
    Parts parts = parts(month, zone, live, now, project);
    return build(project, head("", month, zone, Statement.Status.OPEN), parts);
  }

  private Parts parts(
      YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now, @Nullable String project) {
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    return new Parts(
        sums.usage(from, to, live, project),
        lates.lates(month, zone),
        charges.of(month, zone, live, now));
  }

  /// Statements of months that are soft closed: from the intervals that were in the books then.
  List<Statement> softClosed(Collection<String> projects, YearMonth month, ZoneId zone) {
    Head head = head("", month, zone, Statement.Status.SOFT_CLOSED);
    Parts parts = settled(month, zone);
    return projects.stream().map(project -> build(project, head, parts)).toList();
  }

  /// Statements to be issued: from the intervals themselves, not from their sums. The charges of
  /// the month are settled.
  ///
  /// @param number of the first; the others follow
  List<Statement> closed(List<String> projects, YearMonth month, ZoneId zone, long number) {
    Parts parts = settled(month, zone);
    List<Statement> statements = new ArrayList<>();
    for (String project : projects) {
      String name = NUMBER_PREFIX + "%06d".formatted(number + statements.size());
      statements.add(build(project, head(name, month, zone, Statement.Status.CLOSED), parts));
    }
    return statements;
  }

  private Parts settled(YearMonth month, ZoneId zone) {
    Instant end = Months.end(month, zone);
    return new Parts(
        store.usage(month, zone),
        lates.lates(month, zone),
        charges.of(month, zone, List.of(), end));
  }

  private Head head(String number, YearMonth month, ZoneId zone, Statement.Status status) {
    return new Head(number, month, zone, status, rates.currency().orElse(Currencies.DEFAULT));
  }
}
