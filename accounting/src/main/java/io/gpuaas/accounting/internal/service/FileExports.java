package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerExports;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.internal.edge.CsvWriter;
import io.gpuaas.accounting.internal.edge.ParquetWriter;
import io.gpuaas.accounting.internal.edge.SinkStream;
import io.gpuaas.accounting.internal.edge.TableWriter;
import io.gpuaas.accounting.internal.engine.Column;
import io.gpuaas.accounting.internal.engine.FocusTable;
import io.gpuaas.accounting.internal.engine.ReportTable;
import io.gpuaas.accounting.internal.engine.StatementTable;
import io.gpuaas.accounting.internal.store.UsageRowStore;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Exports as files. Usage is read in one snapshot, a few thousand rows at a time.
@Service
class FileExports implements LedgerExports {
  private final UsageRowStore usage;
  private final TransactionTemplate snapshot;

  FileExports(UsageRowStore usage, PlatformTransactionManager transactions) {
    this.usage = usage;
    this.snapshot = new TransactionTemplate(transactions);
    snapshot.setReadOnly(true);
  }

  @Override
  public void statements(List<Statement> statements, Format format, Sink out) {
    try (TableWriter table = table(format, StatementTable.COLUMNS, out)) {
      statements.forEach(statement -> StatementTable.rows(statement).forEach(table::row));
    }
  }

  @Override
  public void usage(Instant from, Instant to, Projects projects, Format format, Sink out) {
    try (TableWriter table = table(format, UsageRowStore.COLUMNS, out)) {
      snapshot.executeWithoutResult(_ -> usage.forEach(from, to, projects, table::row));
    }
  }

  @Override
  public void report(
      UsageReport report, List<String> groups, boolean jobs, Format format, Sink out) {
    try (TableWriter table = table(format, ReportTable.columns(groups), out)) {
      ReportTable.rows(report, jobs).forEach(table::row);
    }
  }

  @Override
  public void focus(
      List<Statement> statements, FocusIssuer issuer, FocusVersion version, Sink out) {
    FocusTable focus = new FocusTable(issuer, version);
    try (TableWriter table = csv(focus.columns(), out)) {
      statements.forEach(statement -> focus.rows(statement).forEach(table::row));
    }
  }

  private static TableWriter table(Format format, List<Column> columns, Sink out) {
    return switch (format) {
      case CSV -> csv(columns.stream().map(Column::name).toList(), out);
      case PARQUET -> new ParquetWriter(new SinkStream(out), columns);
    };
  }

  private static TableWriter csv(List<String> columns, Sink out) {
    return new CsvWriter(
        new OutputStreamWriter(new SinkStream(out), StandardCharsets.UTF_8), columns);
  }
}
