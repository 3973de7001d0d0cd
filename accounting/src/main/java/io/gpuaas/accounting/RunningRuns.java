package io.gpuaas.accounting;

import io.gpuaas.accounting.BudgetGate.Ask;
import java.util.List;

/// The runs that have been admitted and not released, as whoever admits them knows them. A port:
/// how long a run may last is not in the books.
public interface RunningRuns {
  /// Each as it was asked for when it was admitted, with what it holds now. Takes part in the
  /// caller's transaction.
  List<Ask> running();
}
