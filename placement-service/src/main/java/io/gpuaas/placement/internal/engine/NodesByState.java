package io.gpuaas.placement.internal.engine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The nodes that may be used, grouped by their state under one [FillModel], so that a decision
/// costs by the number of distinct states and not of nodes. Mutable.
///
/// A node that has changed is marked by [#forget] and finds its group again in [#refresh]. The
/// order of the groups is that in which their states were first met: nothing may follow from it.
final class NodesByState {
  /// Nodes whose state is not known, or no longer.
  private final BitSet stale;

  /// By node; null for one that may not be used.
  private final @Nullable NodeState[] states;

  /// The distinct states in the order of their numbers, the first [#size] of them.
  private NodeState[] groups;

  /// By group: its nodes, ascending. What lies in it is shared with copies: replaced, not changed.
  private int[][] members;

  private int size;

  /// Sums over all nodes of what their prospects say of each stock.
  private long[] stocks = new long[0];

  NodesByState(int nodes) {
    stale = new BitSet(nodes);
    stale.set(0, nodes);
    states = new NodeState[nodes];
    groups = new NodeState[16];
    members = new int[16][];
  }

  private NodesByState(NodesByState other) {
    stale = (BitSet) other.stale.clone();
    states = other.states.clone();
    groups = other.groups.clone();
    members = other.members.clone();
    size = other.size;
    stocks = other.stocks.clone();
  }

  NodesByState copy() {
    return new NodesByState(this);
  }

  void forget(int node) {
    stale.set(node);
  }

  /// Puts each node that was forgotten into its group. The same model must be given each time.
  ///
  /// @param stateOf the state of a node now; null when it may not be used
  void refresh(FillModel model, IntFunction<@Nullable NodeState> stateOf) {
    if (stocks.length != model.groups.count) {
      stocks = new long[model.groups.count];
    }
    for (int node = stale.nextSetBit(0); node >= 0; node = stale.nextSetBit(node + 1)) {
      NodeState before = states[node];
      NodeState after = stateOf.apply(node);
      if (before != after) {
        if (before != null) {
          leave(node, before, model);
        }
        if (after != null) {
          join(node, after, model);
        }
        states[node] = after;
      }
    }
    stale.clear();
  }

  private void leave(int node, NodeState state, FillModel model) {
    addStocks(model, state, -1);
    int group = find(state);
    int[] before = members[group];
    if (before.length > 1) {
      int at = Arrays.binarySearch(before, node);
      int[] fewer = new int[before.length - 1];
      System.arraycopy(before, 0, fewer, 0, at);
      System.arraycopy(before, at + 1, fewer, at, fewer.length - at);
      members[group] = fewer;
      return;
    }
    size--;
    System.arraycopy(groups, group + 1, groups, group, size - group);
    System.arraycopy(members, group + 1, members, group, size - group);
  }

  private void join(int node, NodeState state, FillModel model) {
    addStocks(model, state, 1);
    int group = find(state);
    if (group >= 0) {
      int[] before = members[group];
      int at = -Arrays.binarySearch(before, node) - 1;
      int[] more = Arrays.copyOf(before, before.length + 1);
      System.arraycopy(before, at, more, at + 1, before.length - at);
      more[at] = node;
      members[group] = more;
      return;
    }
    int place = -group - 1;
    if (size == groups.length) {
      groups = Arrays.copyOf(groups, 2 * size);
      members = Arrays.copyOf(members, 2 * size);
    }
    System.arraycopy(groups, place, groups, place + 1, size - place);
    System.arraycopy(members, place, members, place + 1, size - place);
    groups[place] = state;
    members[place] = new int[] {node};
    size++;
  }

  private void addStocks(FillModel model, NodeState state, int sign) {
    long[] ofNode = model.prospect(state).stocks();
    for (int group = 0; group < stocks.length; group++) {
      stocks[group] += sign * ofNode[group];
    }
  }

  /// Index of the state's group, else minus one minus where it belongs.
  private int find(NodeState state) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = Integer.compare(groups[middle].number(), state.number());
      if (compared == 0) {
        return middle;
      }
      low = compared < 0 ? middle + 1 : low;
      high = compared < 0 ? high : middle - 1;
    }
    return -low - 1;
  }

  int size() {
    return size;
  }

  NodeState state(int group) {
    return groups[group];
  }

  /// The group's nodes, ascending; never none. Shared: must not be changed.
  int[] nodes(int group) {
    return members[group];
  }

  /// By group of kinds of pods, in units of [StockGroups#PARTS] to one. Shared: must not be
  /// changed.
  long[] stocks() {
    return stocks;
  }
}
