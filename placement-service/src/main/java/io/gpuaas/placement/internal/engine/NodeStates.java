package io.gpuaas.placement.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One object for each state that was met: an open hash table. Forgets all when it is full, which
/// costs time and changes no result.
final class NodeStates {
  private static final int FULL = 1 << 18;

  private @Nullable NodeState[] table = new NodeState[1 << 12];
  private int size;
  private int met;

  /// The known state equal to `state`, or itself, which is known from now on.
  NodeState known(NodeState state) {
    if (size >= FULL) {
      table = new NodeState[1 << 12];
      size = 0;
    }
    int at = slot(table, state);
    NodeState found = table[at];
    if (found != null) {
      return found;
    }
    table[at] = state;
    state.setNumber(++met);
    size++;
    if (size * 2 > table.length) {
      grow();
    }
    return state;
  }

  private void grow() {
    @Nullable NodeState[] larger = new NodeState[table.length * 2];
    Arrays.stream(table)
        .forEach(
            state -> {
              if (state != null) {
                larger[slot(larger, state)] = state;
              }
            });
    table = larger;
  }

  private static int slot(@Nullable NodeState[] table, NodeState state) {
    int mask = table.length - 1;
    int spread = state.hash() * 0x9E3779B9;
    int at = (spread ^ (spread >>> 15)) & mask;
    NodeState there = table[at];
    while (there != null && !there.same(state)) {
      at = (at + 1) & mask;
      there = table[at];
    }
    return at;
  }
}
