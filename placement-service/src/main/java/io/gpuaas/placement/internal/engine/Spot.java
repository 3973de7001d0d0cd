package io.gpuaas.placement.internal.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// Where the pods of one pod set lie: `counts[i]` pods on `nodes[i]`, in rank order.
final class Spot {
  static final Spot NOWHERE = new Spot(new int[0], new int[0]);

  private final int[] nodes;
  private final int[] counts;

  Spot(int[] nodes, int[] counts) {
    this.nodes = nodes;
    this.counts = counts;
  }

  /// Shared: must not be changed.
  int[] nodes() {
    return nodes;
  }

  /// Shared: must not be changed.
  int[] counts() {
    return counts;
  }

  static Spot of(List<int[]> pairs) {
    int[] nodes = new int[pairs.size()];
    int[] counts = new int[pairs.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = pairs.get(i)[0];
      counts[i] = pairs.get(i)[1];
    }
    return new Spot(nodes, counts);
  }

  /// The same place in an order of the caller's.
  Spot sortedBy(IntUnaryOperator rank) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < nodes.length; i++) {
      pairs.add(new int[] {nodes[i], counts[i]});
    }
    pairs.sort(Comparator.comparingInt(pair -> rank.applyAsInt(pair[0])));
    return of(pairs);
  }

  void take(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.take(nodes[i], perPod, counts[i]);
    }
  }

  void undo(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.undo(nodes[i], perPod, counts[i]);
    }
  }

  void give(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.give(nodes[i], perPod, counts[i]);
    }
  }

  /// Whether each node still has room for its pods, one pod set looked at alone.
  boolean fits(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      boolean usable = room.isUsable(nodes[i]);
      if (!usable || room.podsThatFit(nodes[i], perPod) < counts[i]) {
        return false;
      }
    }
    return true;
  }

  int pods() {
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }
}
