package io.gpuaas.placement.internal.engine;

import java.time.Instant;
import java.util.Comparator;

/// The order in which candidates are looked at: those already being evicted, lower priority, then
/// less lost work, later admitted, higher id. When lost work does not count: lower priority, later
/// admitted, lower id, as Kueue has it.
final class VictimOrder {
  private VictimOrder() {}

  static Comparator<Holding> of(WorldIndex index, Instant now) {
    Comparator<Holding> order =
        Comparator.<Holding, Boolean>comparing(it -> !it.evicting())
            .thenComparingInt(it -> it.priority);
    Comparator<Holding> latestFirst =
        Comparator.comparing(it -> it.held.admittedAt(), Comparator.reverseOrder());
    if (!index.policy.checkpointAwareVictims()) {
      return order.thenComparing(latestFirst).thenComparing(it -> it.id);
    }
    return order
        .thenComparingLong(it -> it.lostWork(now))
        .thenComparing(latestFirst)
        .thenComparing(it -> it.id, Comparator.reverseOrder());
  }
}
