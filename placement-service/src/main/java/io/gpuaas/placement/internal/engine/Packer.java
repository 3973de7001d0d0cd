package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.SchedulingPolicy.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts pods without a topology wish on nodes.
///
/// `PACK` is equivalent to: for each pod, of the nodes where it fits the one with the fewest free
/// GPUs, the first in the node order on ties. `SPREAD`: the one with the most free GPUs. Differs
/// for speed in: nodes are found by their free GPUs, and a packed node is filled at once, since it
/// stays the fullest.
final class Packer {
  private final Placement strategy;

  Packer(Placement strategy) {
    this.strategy = strategy;
  }

  /// Null when they do not all fit. Changes nothing in `room`.
  @Nullable Spot place(Room room, BitSet allowed, long[] perPod, int count) {
    return switch (strategy) {
      case PACK -> pack(room, allowed, perPod, count);
      case SPREAD -> spread(room, allowed, perPod, count);
    };
  }

  private static @Nullable Spot pack(Room room, BitSet allowed, long[] perPod, int count) {
    List<int[]> found = new ArrayList<>();
    int left = count;
    int first = (int) Math.min(perPod[room.gpuColumn()], Room.buckets() - 1);
    for (int gpus = first; gpus < Room.buckets() && left > 0; gpus++) {
      BitSet nodes = room.withFreeGpus(gpus);
      int node = next(nodes, allowed, 0);
      while (node >= 0 && left > 0) {
        int pods = Math.min(left, room.podsThatFit(node, perPod));
        if (pods > 0) {
          found.add(new int[] {node, pods});
          left -= pods;
        }
        node = next(nodes, allowed, node + 1);
      }
    }
    return left > 0 ? null : Spot.of(found);
  }

  private static int next(BitSet nodes, BitSet allowed, int from) {
    int node = nodes.nextSetBit(from);
    while (node >= 0 && !allowed.get(node)) {
      int candidate = allowed.nextSetBit(node);
      node = candidate < 0 ? -1 : nodes.nextSetBit(candidate);
    }
    return node;
  }

  private static @Nullable Spot spread(Room room, BitSet allowed, long[] perPod, int count) {
    List<int[]> found = new ArrayList<>();
    for (int pod = 0; pod < count; pod++) {
      int node = emptiest(room, allowed, perPod);
      if (node < 0) {
        break;
      }
      room.take(node, perPod, 1);
      found.add(new int[] {node, 1});
    }
    found.forEach(pair -> room.give(pair[0], perPod, 1));
    return found.size() < count ? null : Spot.of(merged(found));
  }

  private static int emptiest(Room room, BitSet allowed, long[] perPod) {
    for (int gpus = Room.buckets() - 1; gpus >= 0; gpus--) {
      BitSet nodes = room.withFreeGpus(gpus);
      int node = next(nodes, allowed, 0);
      while (node >= 0) {
        if (room.podsThatFit(node, perPod) > 0) {
          return node;
        }
        node = next(nodes, allowed, node + 1);
      }
    }
    return -1;
  }

  private static List<int[]> merged(List<int[]> found) {
    java.util.SequencedMap<Integer, int[]> byNode = new java.util.LinkedHashMap<>();
    for (int[] pair : found) {
      int[] known = byNode.putIfAbsent(pair[0], pair);
      if (known != null) {
        known[1] += pair[1];
      }
    }
    return List.copyOf(byNode.values());
  }
}
