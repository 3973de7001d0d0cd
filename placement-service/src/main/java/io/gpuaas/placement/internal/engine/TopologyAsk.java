package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is asked of a [TopologyTree]: equal worker pods, perhaps a leader beside them, and how they
/// must lie.
final class TopologyAsk {
  final PodAsk workers;
  final int count;
  final BitSet workerNodes;

  /// A single pod of another kind that lies in the same domain; null when there is none.
  final @Nullable PodAsk leader;

  final BitSet leaderNodes;

  /// Where the search begins.
  final int level;

  final boolean required;

  /// Whether several domains get even parts.
  final boolean balanced;

  final int sliceLevel;
  final int sliceSize;

  /// Pods of each domain of a level come in multiples of this; 0 where that does not matter.
  final int[] multiples;

  /// Whether the levels and counts asked for go together at all.
  final boolean valid;

  TopologyAsk(
      TopologyTree tree,
      PodAsk workers,
      int count,
      BitSet workerNodes,
      @Nullable PodAsk leader,
      BitSet leaderNodes) {
    this.workers = workers;
    this.count = count;
    this.workerNodes = workerNodes;
    this.leader = leader;
    this.leaderNodes = leaderNodes;
    TopologyRequest asked = requestOf(workers.set);
    multiples = new int[tree.leafLevel() + 1];
    List<TopologyRequest.Slice> slices = asked.slices();
    sliceLevel = slices.isEmpty() ? tree.leafLevel() : tree.level(slices.getFirst().level());
    sliceSize = slices.isEmpty() ? 1 : slices.getFirst().size();
    required = asked.mode() == TopologyRequest.Mode.REQUIRED;
    balanced = asked.mode() == TopologyRequest.Mode.BALANCED;
    boolean named = asked.mode() != TopologyRequest.Mode.UNCONSTRAINED;
    int start = slices.isEmpty() ? tree.leafLevel() : 0;
    level = named ? tree.level(asked.level()) : start;
    boolean layers = fillMultiples(tree, slices);
    valid = layers && level >= 0 && sliceLevel >= level && count % sliceSize == 0;
  }

  static TopologyRequest requestOf(PodSet set) {
    TopologyRequest asked = set.topology();
    return asked == null ? TopologyRequest.NONE : asked;
  }

  /// Inner slices hold for every level below the one before, down to their own.
  private boolean fillMultiples(TopologyTree tree, List<TopologyRequest.Slice> slices) {
    int above = sliceLevel;
    int size = sliceSize;
    for (int i = 1; i < slices.size(); i++) {
      int inner = tree.level(slices.get(i).level());
      if (inner <= above || size % slices.get(i).size() != 0) {
        return false;
      }
      size = slices.get(i).size();
      for (int at = above + 1; at <= inner; at++) {
        multiples[at] = size;
      }
      above = inner;
    }
    return true;
  }

  int slices() {
    return count / sliceSize;
  }
}
