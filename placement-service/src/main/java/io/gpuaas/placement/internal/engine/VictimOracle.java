package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.internal.engine.FlavorAssigner.Outlook;

/// Whether victims could make room for one cell alone. Asked only where the answer decides
/// something: between flavors, and in the order of heads.
interface VictimOracle {
  /// NO_CANDIDATES, PREEMPT or RECLAIM, and the borrow level once the victims are gone.
  Outlook outlook(Waiter waiter, int cell, long amount);

  /// Whether the job may take anything from anybody who uses the cell.
  boolean hasCandidates(Waiter waiter, int cell);
}
