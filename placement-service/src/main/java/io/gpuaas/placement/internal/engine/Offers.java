package io.gpuaas.placement.internal.engine;

import java.util.Arrays;
import java.util.Comparator;

/// Sequences of GPU pods in the proportions of a mix, offered to a node to see how full it gets.
///
/// Each kind comes as often as the mix says, taken over all sequences; their order is scattered by
/// a fixed hash, so that equal mixes give equal sequences.
final class Offers {
  static final int SEQUENCES = 20;
  static final int LENGTH = 70;

  private Offers() {}

  /// Kinds of pods by sequence and place; no sequences when no kind uses GPUs.
  static int[][] of(PodKinds kinds) {
    int[] gpuKinds = new int[kinds.count];
    int count = 0;
    long total = 0;
    for (int kind = 0; kind < kinds.count; kind++) {
      if (kinds.usesGpus(kind)) {
        gpuKinds[count++] = kind;
        total += kinds.weights[kind];
      }
    }
    if (count == 0) {
      return new int[0][];
    }
    int places = SEQUENCES * LENGTH;
    Integer[] scattered = scattered(places);
    int[][] result = new int[SEQUENCES][LENGTH];
    int at = 0;
    double upTo = kinds.weights[gpuKinds[0]];
    for (int i = 0; i < places; i++) {
      double quantile = (i + 0.5) / places * total;
      while (quantile >= upTo && at < count - 1) {
        at++;
        upTo += kinds.weights[gpuKinds[at]];
      }
      result[scattered[i] / LENGTH][scattered[i] % LENGTH] = gpuKinds[at];
    }
    return result;
  }

  private static Integer[] scattered(int places) {
    Integer[] order = new Integer[places];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> hash(i + 1)));
    return order;
  }

  /// Mixes the bits of a number, one to one.
  private static long hash(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
