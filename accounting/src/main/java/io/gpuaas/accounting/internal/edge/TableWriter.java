package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.internal.engine.Cell;
import java.util.List;

/// A table that grows row by row, so that it may be larger than the memory.
public interface TableWriter extends AutoCloseable {
  /// As many cells as there are columns, in their order.
  void row(List<Cell> cells);

  /// Writes what is left. What it is written to stays open.
  @Override
  void close();
}
