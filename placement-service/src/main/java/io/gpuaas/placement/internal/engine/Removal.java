package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.QuotaUsage;
import java.util.BitSet;

/// Tries out what would be if jobs were gone. Whoever removes puts back.
final class Removal {
  private final CycleState state;
  private final Placer placer;

  Removal(CycleState state, Placer placer) {
    this.state = state;
    this.placer = placer;
  }

  void remove(Holding holding) {
    holding.removeFrom(state.usage());
    holding.giveTo(state.future());
  }

  void putBack(Holding holding) {
    holding.addTo(state.usage());
    holding.takeFrom(state.future());
  }

  boolean fitsQuota(Want want, boolean mayBorrow) {
    QuotaUsage usage = state.usage();
    if (!want.usage().fits(usage, want.project())) {
      return false;
    }
    return mayBorrow || !want.usage().borrows(usage, want.project());
  }

  boolean fits(Want want, boolean mayBorrow) {
    return fitsQuota(want, mayBorrow) && fitsNodes(want);
  }

  boolean fitsNodes(Want want) {
    GangAsk gang = want.gang();
    BitSet within = want.within();
    if (gang == null) {
      return true;
    }
    return within == null
        ? placer.placeAll(state.future(), gang) != null
        : placer.fitsWithin(within, state.future(), gang);
  }
}
