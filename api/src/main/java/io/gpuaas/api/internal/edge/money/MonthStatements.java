package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.Scope;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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

  /// Of the cost centres of which the caller may read all projects, in order of name.
  List<CostCenterStatement> ofCostCenters(Call call, YearMonth month, Instant now) {
    Organisation organisation = call.caller().organisation();
    List<Statement> all =
        periods.byPeriod(organisation, organisation.projects().keySet(), month).entrySet().stream()
            .flatMap(
                entry ->
                    statements.list(entry.getKey(), now).stream()
                        .filter(it -> entry.getValue().contains(it.project())))
            .toList();
    return CostCenterStatement.of(all).stream()
        .map(it -> statements.ofCostCenter(it.number()).orElse(it))
        .filter(it -> mayRead(call, it))
        .toList();
  }

  /// An issued one that the caller may read.
  Optional<CostCenterStatement> ofCostCenter(Call call, String number) {
    return statements.ofCostCenter(number).filter(it -> mayRead(call, it));
  }

  /// All projects on it, and all that belong to its cost centre now: nobody reads a part of a sum.
  private static boolean mayRead(Call call, CostCenterStatement statement) {
    Stream<String> now =
        ProjectHomes.of(call.caller().organisation()).entrySet().stream()
            .filter(it -> it.getValue().payer().equals(statement.costCenter()))
            .map(Map.Entry::getKey);
    return Stream.concat(now, statement.parts().stream().map(Statement::project))
        .allMatch(it -> call.caller().may(Permission.STATEMENT_READ, Scope.project(it)));
  }
}
