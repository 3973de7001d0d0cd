package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Statements: of closed months as they were issued, of open ones from the books and open runs.
@Service
class BookStatementQueries implements StatementQueries {
  private final StatementMaker maker;
  private final ClosedMonthStore closed;
  private final OpenUsage open;

  BookStatementQueries(StatementMaker maker, ClosedMonthStore closed, OpenUsage open) {
    this.maker = maker;
    this.closed = closed;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Statement> list(YearMonth month, ZoneId zone, Instant now) {
    TreeMap<String, Statement> byProject = new TreeMap<>();
    maker.open(month, zone, open.upTo(now)).forEach(one -> byProject.put(one.project(), one));
    closed.ofMonth(month, zone).forEach(one -> byProject.put(one.project(), one));
    return List.copyOf(byProject.values());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Statement find(String project, YearMonth month, ZoneId zone, Instant now) {
    Optional<Statement> issued = closed.find(project, month, zone);
    return issued.orElseGet(() -> maker.open(project, month, zone, open.upTo(now)));
  }
}
