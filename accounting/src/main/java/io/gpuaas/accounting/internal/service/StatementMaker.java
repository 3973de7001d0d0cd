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
  private final StatementStore store;
  private final LateStore lates;
  private final RateStore rates;
  private final StatementBuilder builder = new StatementBuilder(StatementRounding.LINE_HALF_EVEN);

  StatementMaker(StatementStore store, LateStore lates, RateStore rates) {
    this.store = store;
    this.lates = lates;
    this.rates = rates;
  }

  /// All projects with usage or adjustments in the month, in order of name.
  List<Statement> open(YearMonth month, ZoneId zone, List<RatedUsage> live) {
    Head head = head("", month, zone, Statement.Status.OPEN);
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    SortedMap<String, List<Usage>> usage = store.usage(from, to, live);
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
    return of(project, head("", month, zone, Statement.Status.OPEN), live);
  }

  Statement closed(String project, YearMonth month, ZoneId zone, String number) {
    return of(project, head(number, month, zone, Statement.Status.CLOSED), List.of());
  }

  private Statement of(String project, Head head, List<RatedUsage> live) {
    Instant from = Months.start(head.month(), head.zone());
    Instant to = Months.end(head.month(), head.zone());
    return builder.build(
        project,
        head,
        store.usageOf(project, from, to, live),
        lates.lates(from, to).getOrDefault(project, List.of()));
  }

  private Head head(String number, YearMonth month, ZoneId zone, Statement.Status status) {
    return new Head(number, month, zone, status, rates.currency().orElse(Currencies.DEFAULT));
  }
}
