package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.Amount;
import java.time.Instant;
import java.util.List;

/// What evicting a job costs: the work it loses since its last checkpoint, in thousandths of a GPU
/// times milliseconds. Where lost work does not count, each job costs the same.
final class VictimCost {
  private final boolean lostWorkCounts;
  private final Instant now;

  VictimCost(WorldIndex index, Instant now) {
    lostWorkCounts = index.policy.checkpointAwareVictims();
    this.now = now;
  }

  boolean countsLostWork() {
    return lostWorkCounts;
  }

  /// 1 or more, so that no victim is free.
  long of(Holding holding) {
    if (holding.evicting() || !lostWorkCounts) {
      return 1;
    }
    return Amount.plus(holding.lostWork(now), 1);
  }

  long of(List<Victim> victims) {
    long sum = 0;
    for (Victim victim : victims) {
      sum = Amount.plus(sum, of(victim.holding()));
    }
    return sum;
  }
}
