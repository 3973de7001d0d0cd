package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.CostCenterStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore.Soft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Statements: of closed months as they were issued, of soft closed ones as the books were then, of
/// open ones from the books and open runs.
@Service
class BookStatementQueries implements StatementQueries {

  private final StatementMaker maker;
  private final ClosedMonthStore closed;
  private final CostCenterStore centers;
  private final SoftCloseStore softClosed;
  private final OpenUsage open;

  BookStatementQueries(
      StatementMaker maker,
      ClosedMonthStore closed,
      CostCenterStore centers,
      SoftCloseStore softClosed,
      OpenUsage open) {
    this.maker = maker;
    this.closed = closed;
    this.centers = centers;
    this.softClosed = softClosed;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Statement> list(Period period, Instant now) {
    TreeMap<String, Statement> byProject = new TreeMap<>();
    maker.open(period, open.upTo(now), now).forEach(one -> byProject.put(one.project(), one));
    TreeMap<Period, List<String>> soft = new TreeMap<>();
    for (Soft one : softClosed.ofMonth(period.month())) {
      soft.computeIfAbsent(one.state().period(), _ -> new ArrayList<>()).add(one.state().project());
    }
    soft.forEach(
        (own, projects) ->
            maker.softClosed(projects, own).forEach(one -> byProject.put(one.project(), one)));
    closed.ofMonth(period.month()).forEach(one -> byProject.put(one.project(), one));
    return List.copyOf(byProject.values());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Statement find(String project, Period period, Instant now) {
    Optional<Statement> issued = closed.find(project, period.month());
    Optional<Statement> settled =
        issued.isPresent()
            ? issued
            : softClosed
                .find(project, period.month())
                .map(it -> maker.softClosed(List.of(project), it.state().period()).getFirst());
    return settled.orElseGet(() -> maker.open(project, period, open.upTo(now), now));
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Optional<CostCenterStatement> ofCostCenter(String number) {
    OptionalLong asked = StatementNumbers.COST_CENTER.read(number);
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    return centers
        .month(asked.getAsLong())
        .map(
            month ->
                closed.ofMonth(month).stream()
                    .filter(it -> it.billing().number().equals(number))
                    .toList())
        .filter(parts -> !parts.isEmpty())
        .flatMap(parts -> CostCenterStatement.of(parts).stream().findFirst());
  }
}
