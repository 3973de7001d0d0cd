package io.gpuaas.placement.internal.engine;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// How many pods more than needed fit on some nodes: tells at once whether a job may be put back,
/// for gangs of one pod set whose pods may lie anywhere on them.
final class Slack {
  private final Room room;
  private final long[] perPod;
  private final BitSet allowed;
  private long left;

  private Slack(Room room, long[] perPod, BitSet allowed, int count) {
    this.room = room;
    this.perPod = perPod;
    this.allowed = allowed;
    left = -(long) count;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      left += room.isUsable(node) ? room.podsThatFit(node, perPod) : 0;
    }
  }

  /// Null for gangs of another kind.
  static @Nullable Slack of(Want want, Room room, Placer placer) {
    GangAsk gang = want.gang();
    BitSet within = want.within();
    BitSet free = gang == null || within == null ? null : placer.freelyPlaced(gang);
    if (gang == null || within == null || free == null) {
      return null;
    }
    BitSet allowed = (BitSet) free.clone();
    allowed.and(within);
    return new Slack(room, gang.pod(0).perPod, allowed, gang.counts[0]);
  }

  /// Whether the gang still fits with the job back in its place; if so, counts it as back.
  boolean allows(Holding holding) {
    long loss = fitting(holding);
    holding.takeFrom(room);
    loss -= fitting(holding);
    holding.giveTo(room);
    if (loss > left) {
      return false;
    }
    left -= loss;
    return true;
  }

  private long fitting(Holding holding) {
    long sum = 0;
    for (int node : holding.nodes) {
      if (allowed.get(node) && room.isUsable(node)) {
        sum += room.podsThatFit(node, perPod);
      }
    }
    return sum;
  }
}
