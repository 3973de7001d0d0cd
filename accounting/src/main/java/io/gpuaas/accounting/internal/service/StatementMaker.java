package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.StatementBuilder;
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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Puts statements together from the books.
@Component
class StatementMaker {
  static final String NUMBER_PREFIX = "S-";

  private final StatementStore store;
  private final SumStore sums;
  private final LateStore lates;
  private final RateStore rates;
  private final StatementBuilder builder = new StatementBuilder(StatementRounding.LINE_HALF_EVEN);

  StatementMaker(StatementStore store, SumStore sums, LateStore lates, RateStore rates) {
    this.store = store;
    this.sums = sums;
    this.lates = lates;
    this.rates = rates;
  }

  /// All projects with usage or adjustments in the month, in order of name.
  List<Statement> open(YearMonth month, ZoneId zone, List<RatedUsage> live) {
    Head head = head("", month, zone, Statement.Status.OPEN);
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    SortedMap<String, List<Usage>> usage = sums.usage(from, to, live, null);
    SortedMap<String, List<Late>> late = lates.lates(from, to);
    TreeSet<String> projects = new TreeSet<>(usage.keySet());
    projects.addAll(late.keySet());
    List<Statement> statements = new ArrayList<>();
    for (String project : projects) {
      statements.add(
          builder.build(
              project,
              head,
              usage.getOrDefault(project, List.of()),
              late.getOrDefault(project, List.of())));
    }
    return statements;
  }

  Statement open(String project, YearMonth month, ZoneId zone, List<RatedUsage> live) {
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    return builder.build(
        project,
        head("", month, zone, Statement.Status.OPEN),
        sums.usage(from, to, live, project).getOrDefault(project, List.of()),
        lates.lates(from, to).getOrDefault(project, List.of()));
  }

  /// Statements to be issued: from the intervals themselves, not from their sums.
  ///
  /// @param number of the first; the others follow
  List<Statement> closed(List<String> projects, YearMonth month, ZoneId zone, long number) {
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    SortedMap<String, List<Usage>> usage = store.usage(from, to);
    SortedMap<String, List<Late>> late = lates.lates(from, to);
    List<Statement> statements = new ArrayList<>();
    for (String project : projects) {
      String name = NUMBER_PREFIX + "%06d".formatted(number + statements.size());
      statements.add(
          builder.build(
              project,
              head(name, month, zone, Statement.Status.CLOSED),
              usage.getOrDefault(project, List.of()),
              late.getOrDefault(project, List.of())));
    }
    return statements;
  }

  private Head head(String number, YearMonth month, ZoneId zone, Statement.Status status) {
    return new Head(number, month, zone, status, rates.currency().orElse(Currencies.DEFAULT));
  }
}
