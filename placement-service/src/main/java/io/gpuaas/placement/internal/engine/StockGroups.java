package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Pods that compete for something that others may use up: those without GPUs for CPU and memory,
/// those of several GPUs for whole nodes, those that only some nodes suit for these. The stock of a
/// group is how much of it would still fit; who takes from a short stock pays for it.
final class StockGroups {
  /// Stocks are counted in this part of a unit.
  static final long PARTS = 1 << 10;

  /// Idle GPU milli that a unit of stock is worth when demand equals stock. Units are cores for
  /// pods without GPUs, else GPU milli.
  private static final double PER_CORE = 3;

  private static final String WITHOUT_GPUS = "without";
  private static final double PER_WHOLE_MILLI = 0.05;
  private static final double PER_CONSTRAINED_MILLI = 0.3;

  /// Demand over stock beyond which a core gets no dearer: then the pods without GPUs cannot all be
  /// had, and GPUs must not idle for them.
  private static final double SHORTAGE_MAX = 3;

  final int count;

  /// Group by kind of pod, -1 for none.
  private final int[] groups;

  /// What one pod that fits adds to the stock of its group, by kind.
  private final double[] parts;

  /// What arrives of the group while pods for one GPU milli arrive.
  private final double[] demandPerMilli;

  private final double[] worths;
  private final PodKinds kinds;

  private final int[] kindsWithoutGpus;

  /// The group of pods without GPUs, -1 when there is none.
  final int withoutGpus;

  StockGroups(NodeTable nodes, PodKinds kinds) {
    this.kinds = kinds;
    groups = new int[kinds.count];
    parts = new double[kinds.count];
    BitSet gpuNodes = nodesOfGpuPods();
    List<Double> worth = new ArrayList<>();
    SortedMap<String, Integer> known = new TreeMap<>();
    for (int kind = 0; kind < kinds.count; kind++) {
      boolean constrained = kinds.usesGpus(kind) && !kinds.eligible(kind).equals(gpuNodes);
      String key = key(kind, constrained);
      if (key.isEmpty()) {
        groups[kind] = -1;
        continue;
      }
      Integer number = known.putIfAbsent(key, worth.size());
      groups[kind] = number == null ? worth.size() : number;
      parts[kind] = unitsOf(kind, nodes.column(Resources.CPU));
      if (number == null) {
        worth.add(worthOf(kind, constrained));
      }
    }
    count = worth.size();
    worths = worth.stream().mapToDouble(Double::doubleValue).toArray();
    withoutGpus = known.getOrDefault(WITHOUT_GPUS, -1);
    demandPerMilli = new double[count];
    weigh();
    kindsWithoutGpus =
        IntStream.range(0, kinds.count).filter(kind -> !kinds.usesGpus(kind)).toArray();
  }

  private BitSet nodesOfGpuPods() {
    BitSet nodes = new BitSet();
    for (int kind = 0; kind < kinds.count; kind++) {
      if (kinds.usesGpus(kind)) {
        nodes.or(kinds.eligible(kind));
      }
    }
    return nodes;
  }

  /// Kinds of one key are one group; empty for those of which there is always something to take.
  private String key(int kind, boolean constrained) {
    if (!kinds.usesGpus(kind)) {
      return WITHOUT_GPUS;
    }
    long gpus = Math.max(1, kinds.wholeGpus(kind));
    if (constrained) {
      return gpus + " on " + kinds.eligible(kind);
    }
    return gpus > 1 ? gpus + " anywhere" : "";
  }

  private double unitsOf(int kind, int cpuColumn) {
    if (kinds.usesGpus(kind)) {
      return kinds.milliGpus(kind);
    }
    return cpuColumn < 0 ? 0 : kinds.demands[kind].amounts()[cpuColumn] / 1000.0;
  }

  private double worthOf(int kind, boolean constrained) {
    if (!kinds.usesGpus(kind)) {
      return PER_CORE;
    }
    return constrained ? PER_CONSTRAINED_MILLI : PER_WHOLE_MILLI;
  }

  /// Within a group, each kind counts as often as it comes.
  private void weigh() {
    double milli = 0;
    for (int kind = 0; kind < kinds.count; kind++) {
      milli += kinds.usesGpus(kind) ? kinds.weights[kind] * kinds.milliGpus(kind) : 0;
    }
    double[] pods = new double[count];
    for (int kind = 0; kind < kinds.count; kind++) {
      if (groups[kind] >= 0) {
        pods[groups[kind]] += kinds.weights[kind];
        demandPerMilli[groups[kind]] += milli > 0 ? kinds.weights[kind] * parts[kind] / milli : 0;
      }
    }
    for (int kind = 0; kind < kinds.count; kind++) {
      parts[kind] *= groups[kind] >= 0 ? kinds.weights[kind] / pods[groups[kind]] : 0;
    }
  }

  /// Adds what the node could take of the groups that use GPUs, if it took nothing else.
  void addGpuStocks(NodeState state, int gpuColumn, double[] stocks) {
    for (int kind = 0; kind < kinds.count; kind++) {
      PodKinds.Offer offer = kinds.offer(state.kind, kind);
      if (offer != null && groups[kind] >= 0 && groups[kind] != withoutGpus) {
        long rest = podsByRest(state.free, offer);
        long pods = Math.min(rest, podsByGpus(state, gpuColumn, kind));
        stocks[groups[kind]] += pods * parts[kind];
      }
    }
  }

  /// Adds what a node of which so much is left could take of the pods without GPUs, `share` of it.
  void addRest(int nodeKind, long[] left, double share, double[] stocks) {
    for (int kind : kindsWithoutGpus) {
      PodKinds.Offer offer = kinds.offer(nodeKind, kind);
      if (offer != null) {
        stocks[withoutGpus] += podsByRest(left, offer) * parts[kind] * share;
      }
    }
  }

  private static long podsByRest(long[] free, PodKinds.Offer offer) {
    long most = Integer.MAX_VALUE;
    for (int i = 0; i < offer.columns().length && most > 0; i++) {
      long has = free[offer.columns()[i]];
      long asked = offer.amounts()[i];
      most = has < asked ? 0 : has < 2 * asked ? Math.min(most, 1) : Math.min(most, has / asked);
    }
    return most;
  }

  private long podsByGpus(NodeState state, int gpuColumn, int kind) {
    long unshared = Math.max(0, state.free[gpuColumn]);
    if (!kinds.demands[kind].isShared()) {
      return unshared / kinds.wholeGpus(kind);
    }
    long units = kinds.units(state.kind, kind);
    long pods = unshared * (kinds.wholes[state.kind] / units);
    for (long part : state.parts) {
      pods += part / units;
    }
    return pods;
  }

  /// What a unit of each stock costs, in idle GPU milli.
  ///
  /// @param stocks of all nodes together, in units of [#PARTS] to one
  /// @param capacityMilli GPU milli of all nodes, free or not
  double[] prices(long[] stocks, double capacityMilli) {
    double[] prices = new double[count];
    for (int group = 0; group < count; group++) {
      double shortage =
          demandPerMilli[group] * capacityMilli / Math.max(1, (double) stocks[group] / PARTS);
      double capped = Math.min(shortage, SHORTAGE_MAX);
      prices[group] = worths[group] * shortage * (group == withoutGpus ? capped * capped : 1);
    }
    return prices;
  }
}
