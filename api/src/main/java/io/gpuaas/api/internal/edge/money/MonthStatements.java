package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.PeriodZones;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.Scope;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;

/// The statements of a month that a caller may read, each in the zone of its project's department.
final class MonthStatements {
  private MonthStatements() {}

  /// In order of project.
  static List<Statement> of(StatementQueries statements, Call call, YearMonth month, Instant now) {
    Organisation organisation = call.caller().organisation();
    List<String> readable = List.copyOf(call.caller().projects(Permission.STATEMENT_READ));
    return PeriodZones.byZone(organisation, readable).keySet().stream()
        .flatMap(zone -> of(statements, organisation, month, zone, now).stream())
        .filter(it -> call.caller().may(Permission.STATEMENT_READ, Scope.project(it.project())))
        .sorted(Comparator.comparing(Statement::project))
        .toList();
  }

  private static List<Statement> of(
      StatementQueries statements,
      Organisation organisation,
      YearMonth month,
      ZoneId zone,
      Instant now) {
    return statements.list(month, zone, now).stream()
        .filter(it -> PeriodZones.of(organisation, it.project()).equals(zone))
        .toList();
  }
}
