package io.gpuaas.placement.internal.engine;

import java.time.Instant;
import java.util.Comparator;

/// The order in which candidates are looked at: those already being evicted, lower priority, then
/// (if lost work counts) less of it, later admitted, higher id.
final class VictimOrder {
  private VictimOrder() {}

  static Comparator<Holding> of(WorldIndex index, Instant now) {
    Comparator<Holding> order =
        Comparator.<Holding, Boolean>comparing(it -> !it.evicting())
            .thenComparingInt(it -> it.priority);
    if (index.policy.checkpointAwareVictims()) {
      order = order.thenComparingLong(it -> it.lostWork(now));
    }
    return order
        .thenComparing(it -> it.held.admittedAt(), Comparator.reverseOrder())
        .thenComparing(it -> it.id, Comparator.reverseOrder());
  }
}
