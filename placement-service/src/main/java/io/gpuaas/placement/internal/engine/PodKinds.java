package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.ExpectedMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The kinds of pods of an [ExpectedMix], and the kinds of nodes that they tell apart: two nodes
/// are of one kind when they suit the same pods and have equal devices. Immutable.
final class PodKinds {
  final int count;
  final Demand[] demands;

  /// How many pods of the kind were seen.
  final long[] weights;

  /// Kind of each node, by its number in the [NodeTable].
  final int[] nodeKinds;

  /// Units of a whole device, by kind of node.
  final long[] wholes;

  private final BitSet[] eligible;
  private final boolean[][] suits;
  private final long[][] units;
  private final @Nullable Offer[][] offers;
  private final int gpuColumn;

  PodKinds(Catalog catalog, ExpectedMix mix) {
    NodeTable nodes = catalog.nodes();
    gpuColumn = nodes.column(Resources.GPU);
    count = mix.kinds().size();
    demands = new Demand[count];
    weights = new long[count];
    eligible = new BitSet[count];
    SortedMap<String, BitSet> distinct = new TreeMap<>();
    for (int kind = 0; kind < count; kind++) {
      ExpectedMix.Kind given = mix.kinds().get(kind);
      demands[kind] = Demand.of(nodes, given.pod());
      weights[kind] = given.pods();
      eligible[kind] =
          distinct.computeIfAbsent(wishes(given.pod()), _ -> eligible(catalog, given.pod()));
    }
    nodeKinds = new int[nodes.size()];
    List<Integer> examples = tellApart(nodes, List.copyOf(distinct.values()));
    wholes = new long[examples.size()];
    suits = new boolean[examples.size()][count];
    units = new long[examples.size()][count];
    offers = new Offer[examples.size()][count];
    for (int nodeKind = 0; nodeKind < wholes.length; nodeKind++) {
      int node = examples.get(nodeKind);
      wholes[nodeKind] = Devices.whole(nodes.node(node));
      for (int kind = 0; kind < count; kind++) {
        suits[nodeKind][kind] = eligible[kind].get(node);
        if (demands[kind].isShared()) {
          units[nodeKind][kind] = Devices.unitsOf(wholes[nodeKind], demands[kind].share());
          suits[nodeKind][kind] &= units[nodeKind][kind] <= wholes[nodeKind];
        }
        offers[nodeKind][kind] = makeOffer(nodeKind, kind);
      }
    }
  }

  private static String wishes(PodSet pod) {
    return pod.nodeSelector() + " " + pod.nodeAffinity() + " " + pod.tolerations();
  }

  private static BitSet eligible(Catalog catalog, PodSet pod) {
    BitSet result = new BitSet();
    for (int flavor = 0; flavor < catalog.flavorCount(); flavor++) {
      result.or(catalog.eligible(pod, flavor));
    }
    return result;
  }

  /// Numbers the kinds of nodes; gives the first node of each.
  private List<Integer> tellApart(NodeTable nodes, List<BitSet> sets) {
    List<Integer> examples = new ArrayList<>();
    SortedMap<String, Integer> known = new TreeMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      BitSet members = new BitSet(sets.size());
      for (int i = 0; i < sets.size(); i++) {
        members.set(i, sets.get(i).get(node));
      }
      String key = nodes.node(node).gpuMemoryBytes() + " " + members;
      Integer number = known.putIfAbsent(key, examples.size());
      nodeKinds[node] = number == null ? examples.size() : number;
      if (number == null) {
        examples.add(node);
      }
    }
    return examples;
  }

  /// A pod of one kind as nodes of one kind see it.
  ///
  /// @param columns of which it takes something beside GPUs
  /// @param amounts of each of them
  /// @param gpus whole ones, 0 for a share and for none
  /// @param units of one device, for a share
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Offer(int[] columns, long[] amounts, int gpus, long units) {}

  /// Null when the nodes do not suit.
  @Nullable Offer offer(int nodeKind, int kind) {
    return offers[nodeKind][kind];
  }

  private @Nullable Offer makeOffer(int nodeKind, int kind) {
    if (!suits[nodeKind][kind]) {
      return null;
    }
    long[] amounts = demands[kind].amounts();
    int[] columns =
        IntStream.range(0, amounts.length)
            .filter(column -> column != gpuColumn && amounts[column] > 0)
            .toArray();
    return new Offer(
        columns,
        Arrays.stream(columns).mapToLong(column -> amounts[column]).toArray(),
        (int) Math.min(Integer.MAX_VALUE, wholeGpus(kind)),
        units[nodeKind][kind]);
  }

  boolean usesGpus(int kind) {
    return demands[kind].isShared() || demands[kind].amounts()[gpuColumn] > 0;
  }

  /// Whole GPUs of one pod; 0 for a share.
  long wholeGpus(int kind) {
    return demands[kind].amounts()[gpuColumn];
  }

  boolean suits(int nodeKind, int kind) {
    return suits[nodeKind][kind];
  }

  /// Units that the share of the kind takes of a device.
  long units(int nodeKind, int kind) {
    return units[nodeKind][kind];
  }

  /// The nodes that suit the kind. Shared: must not be changed.
  BitSet eligible(int kind) {
    return eligible[kind];
  }

  /// GPU milli of one pod, as a node of the kind would count them.
  double milliGpus(int nodeKind, int kind) {
    return demands[kind].isShared()
        ? 1000.0 * units(nodeKind, kind) / wholes[nodeKind]
        : 1000.0 * wholeGpus(kind);
  }

  /// GPU milli of one pod on the first kind of node that suits; 0 when none does.
  double milliGpus(int kind) {
    for (int nodeKind = 0; nodeKind < wholes.length; nodeKind++) {
      if (suits(nodeKind, kind)) {
        return milliGpus(nodeKind, kind);
      }
    }
    return 0;
  }
}
