package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerExports;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.accounting.internal.edge.CsvWriter;
import io.gpuaas.accounting.internal.engine.FocusTable;
import io.gpuaas.accounting.internal.engine.StatementTable;
import io.gpuaas.accounting.internal.store.UsageRowStore;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Exports as CSV. Usage is read in one snapshot, a few thousand rows at a time.
@Service
class CsvExports implements LedgerExports {
  private final UsageRowStore usage;
  private final TransactionTemplate snapshot;

  CsvExports(UsageRowStore usage, PlatformTransactionManager transactions) {
    this.usage = usage;
    this.snapshot = new TransactionTemplate(transactions);
    snapshot.setReadOnly(true);
  }

  @Override
  public void statements(List<Statement> statements, Appendable out) {
    CsvWriter csv = new CsvWriter(out, StatementTable.COLUMNS);
    statements.forEach(statement -> StatementTable.rows(statement).forEach(csv::row));
  }

  @Override
  public void usage(Instant from, Instant to, Projects projects, Appendable out) {
    CsvWriter csv = new CsvWriter(out, UsageRowStore.COLUMNS);
    snapshot.executeWithoutResult(_ -> usage.forEach(from, to, projects, csv::row));
  }

  @Override
  public void focus(
      List<Statement> statements, FocusIssuer issuer, FocusVersion version, Appendable out) {
    FocusTable table = new FocusTable(issuer, version);
    CsvWriter csv = new CsvWriter(out, table.columns());
    statements.forEach(statement -> table.rows(statement).forEach(csv::row));
  }
}
