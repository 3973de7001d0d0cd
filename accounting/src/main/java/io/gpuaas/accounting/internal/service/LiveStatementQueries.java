package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.StatementBuilder;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.StatementStore;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Statements of open months, computed from the ledger and the open runs.
@Service
class LiveStatementQueries implements StatementQueries {
  private final StatementStore store;
  private final RateStore rates;
  private final OpenUsage open;
  private final StatementBuilder builder = new StatementBuilder(StatementRounding.LINE_HALF_EVEN);

  LiveStatementQueries(StatementStore store, RateStore rates, OpenUsage open) {
    this.store = store;
    this.rates = rates;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Statement> list(YearMonth month, ZoneId zone, Instant now) {
    StatementBuilder.Head head = head(month, zone);
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    List<Statement> statements = new ArrayList<>();
    store
        .usage(from, to, open.upTo(now))
        .forEach((project, usage) -> statements.add(builder.build(project, head, usage)));
    return statements;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Statement find(String project, YearMonth month, ZoneId zone, Instant now) {
    Instant from = Months.start(month, zone);
    Instant to = Months.end(month, zone);
    return builder.build(
        project, head(month, zone), store.usageOf(project, from, to, open.upTo(now)));
  }

  private StatementBuilder.Head head(YearMonth month, ZoneId zone) {
    return new StatementBuilder.Head(
        month, zone, Statement.Status.OPEN, rates.currency().orElse(Currencies.DEFAULT));
  }
}
