package io.gpuaas.placement.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// All that decides how a node can be filled up: nodes in one state are worth the same. What was
/// found out about it is kept with it.
final class NodeState {
  /// Number of the node's kind, see [NodeKinds].
  final int kind;

  /// Free amounts by column; in the column of GPUs the devices that nobody shares.
  final long[] free;

  /// Free units of the shared devices that have any, ascending.
  final long[] parts;

  private final int hash;

  /// Tells the states of one [NodeStates] apart; 0 until it is one of them.
  private int number;

  /// What is expected to become of it; null until asked for.
  @Nullable Prospect prospect;

  /// By number of the demand: where the node could take it; null until asked for.
  Option @Nullable [] @Nullable [] options;

  NodeState(int kind, long[] free, long[] parts) {
    this.kind = kind;
    this.free = free;
    this.parts = parts;
    hash = (Arrays.hashCode(free) * 31 + Arrays.hashCode(parts)) * 31 + kind;
  }

  /// What a node is expected to come to.
  ///
  /// @param freeMilli GPU milli that are free on it now
  /// @param idleMilli GPU milli that stay idle on it
  /// @param stocks by group of kinds of pods: how much of them it could take, in units of
  ///   [StockGroups#PARTS] to one, so that sums over nodes are exact
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Prospect(double freeMilli, double idleMilli, long[] stocks) {}

  /// One way to take a pod.
  ///
  /// @param device free units of the device that a share is taken of; 0 for whole ones and none
  /// @param gained idle GPU milli before minus after
  /// @param groups numbers of the groups whose stock shrinks
  /// @param lost by how much, in the order of `groups`
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Option(long device, double gained, int[] groups, double[] lost) {}

  boolean same(NodeState other) {
    return hash == other.hash
        && kind == other.kind
        && Arrays.equals(free, other.free)
        && Arrays.equals(parts, other.parts);
  }

  int hash() {
    return hash;
  }

  int number() {
    return number;
  }

  void setNumber(int newNumber) {
    number = newNumber;
  }
}
