package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.internal.engine.PodKinds.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// [Offers] as nodes of one kind see them: without the pods that such nodes do not suit, laid out
/// in one row of numbers for each sequence, because they are gone through for each state of a node
/// that comes up.
final class NodeOffers {
  /// Columns beside GPUs of which any of the pods takes something.
  final int[] columns;

  /// By sequence, for one pod after the other: free units that one device must have for it; how
  /// many whole devices it takes, 0 for a share of one; then what it takes of each of the columns.
  final long[][] sequences;

  /// By the same columns: what each of the pods takes at least.
  private final long[] least;

  /// Units that each of them takes at least of one device.
  private final long leastUnits;

  NodeOffers(PodKinds kinds, int nodeKind, int[][] offers) {
    List<List<Offer>> suiting = new ArrayList<>();
    BitSet used = new BitSet();
    for (int[] sequence : offers) {
      List<Offer> pods = new ArrayList<>();
      for (int kind : sequence) {
        Offer offer = kinds.offer(nodeKind, kind);
        if (offer != null) {
          pods.add(offer);
          Arrays.stream(offer.columns()).forEach(used::set);
        }
      }
      suiting.add(pods);
    }
    columns = used.stream().toArray();
    long whole = kinds.wholes[nodeKind];
    sequences = suiting.stream().map(pods -> row(pods, whole)).toArray(long[][]::new);
    least = new long[columns.length];
    Arrays.fill(least, Long.MAX_VALUE);
    long units = Long.MAX_VALUE;
    for (long[] row : sequences) {
      for (int at = 0; at < row.length; at += width()) {
        units = Math.min(units, row[at]);
        for (int i = 0; i < least.length; i++) {
          least[i] = Math.min(least[i], row[at + 2 + i]);
        }
      }
    }
    leastUnits = units;
  }

  /// Numbers for each pod.
  int width() {
    return columns.length + 2;
  }

  private long[] row(List<Offer> pods, long whole) {
    long[] row = new long[pods.size() * width()];
    int at = 0;
    for (Offer offer : pods) {
      row[at] = offer.gpus() > 0 ? whole : offer.units();
      row[at + 1] = offer.gpus();
      for (int i = 0; i < offer.columns().length; i++) {
        row[at + 2 + Arrays.binarySearch(columns, offer.columns()[i])] = offer.amounts()[i];
      }
      at += width();
    }
    return row;
  }

  /// Whether a node of which so much is left can take none of the pods.
  ///
  /// @param rest what is left by [#columns]
  /// @param largest free units of the emptiest device
  boolean fillNothing(long[] rest, long largest) {
    if (largest < leastUnits) {
      return true;
    }
    for (int i = 0; i < least.length; i++) {
      if (rest[i] < least[i] && least[i] > 0) {
        return true;
      }
    }
    return false;
  }
}
