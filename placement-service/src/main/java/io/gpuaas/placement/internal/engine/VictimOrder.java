package io.gpuaas.placement.internal.engine;

import java.time.Instant;
import java.util.Comparator;

/// The order in which candidates are looked at: those already being evicted, lower priority, then
/// less lost work, later admitted, higher id. When lost work does not count: lower priority, later
/// admitted, lower id, as Kueue has it.
final class VictimOrder {
  private VictimOrder() {}

  static Comparator<Holding> of(WorldIndex index, Instant now) {
    boolean lostWorkCounts = index.policy.checkpointAwareVictims();
    return (a, b) -> {
      int compared = Boolean.compare(!a.evicting(), !b.evicting());
      if (compared == 0) {
        compared = Integer.compare(a.priority, b.priority);
      }
      if (compared == 0 && lostWorkCounts) {
        compared = Long.compare(a.lostWork(now), b.lostWork(now));
      }
      if (compared == 0) {
        compared = b.held.admittedAt().compareTo(a.held.admittedAt());
      }
      if (compared == 0) {
        compared = lostWorkCounts ? b.id.compareTo(a.id) : a.id.compareTo(b.id);
      }
      return compared;
    };
  }
}
