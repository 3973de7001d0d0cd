package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore.Soft;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
  private final SoftCloseStore softClosed;
  private final OpenUsage open;

  BookStatementQueries(
      StatementMaker maker, ClosedMonthStore closed, SoftCloseStore softClosed, OpenUsage open) {
    this.maker = maker;
    this.closed = closed;
    this.softClosed = softClosed;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Statement> list(YearMonth month, ZoneId zone, Instant now) {
    TreeMap<String, Statement> byProject = new TreeMap<>();
    maker.open(month, zone, open.upTo(now), now).forEach(one -> byProject.put(one.project(), one));
    TreeMap<ZoneId, List<String>> soft = new TreeMap<>(Comparator.comparing(ZoneId::getId));
    for (Soft one : softClosed.ofMonth(month)) {
      soft.computeIfAbsent(one.state().zone(), _ -> new ArrayList<>()).add(one.state().project());
    }
    soft.forEach(
        (own, projects) ->
            maker
                .softClosed(projects, month, own)
                .forEach(one -> byProject.put(one.project(), one)));
    closed.ofMonth(month).forEach(one -> byProject.put(one.project(), one));
    return List.copyOf(byProject.values());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Statement find(String project, YearMonth month, ZoneId zone, Instant now) {
    Optional<Statement> issued = closed.find(project, month);
    Optional<Statement> settled =
        issued.isPresent()
            ? issued
            : softClosed
                .find(project, month)
                .map(it -> maker.softClosed(List.of(project), month, it.state().zone()).getFirst());
    return settled.orElseGet(() -> maker.open(project, month, zone, open.upTo(now), now));
  }
}
