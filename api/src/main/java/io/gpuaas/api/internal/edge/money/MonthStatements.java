package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.Scope;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import org.springframework.stereotype.Component;

/// The statements that a caller may read, each of the period that the month is for its project.
@Component
class MonthStatements {
  private final StatementQueries statements;
  private final BillingPeriods periods;

  MonthStatements(StatementQueries statements, BillingPeriods periods) {
    this.statements = statements;
    this.periods = periods;
  }

  /// In order of project.
  List<Statement> of(Call call, YearMonth month, Instant now) {
    Organisation organisation = call.caller().organisation();
    List<String> readable = List.copyOf(call.caller().projects(Permission.STATEMENT_READ));
    return periods.byPeriod(organisation, readable, month).entrySet().stream()
        .flatMap(
            entry ->
                statements.list(entry.getKey(), now).stream()
                    .filter(it -> entry.getValue().contains(it.project())))
        .filter(it -> call.caller().may(Permission.STATEMENT_READ, Scope.project(it.project())))
        .sorted(Comparator.comparing(Statement::project))
        .toList();
  }

  Statement find(Call call, String project, YearMonth month, Instant now) {
    Organisation organisation = call.caller().organisation();
    return statements.find(project, periods.of(organisation, project, month), now);
  }
}
