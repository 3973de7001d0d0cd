package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts pods without a topology wish on nodes.
///
/// `PACK` is equivalent to: for each pod, of the nodes where it fits the one with the fewest free
/// GPUs, the first in the node order on ties. `SPREAD`: the one with the most free GPUs. Differs
/// for speed in: nodes are found by their free GPUs, a packed node is filled at once, since it
/// stays the fullest, and nodes found too full are not looked at again until some node has more
/// room. `LEAST_FRAGMENTATION` is [LeastFragmentation]; shares of devices have their own packer.
final class Packer {
  private static final int FRONTIERS = 8;

  private final List<Frontier> frontiers = new ArrayList<>();

  private final Supplier<LeastFragmentation> weighing;
  private @Nullable LeastFragmentation leastFragmentation;

  /// @param weighing made when a pod is first placed by that strategy
  Packer(Supplier<LeastFragmentation> weighing) {
    this.weighing = weighing;
  }

  private LeastFragmentation leastFragmentation() {
    LeastFragmentation known = leastFragmentation;
    if (known == null) {
      known = weighing.get();
      leastFragmentation = known;
    }
    return known;
  }

  /// Whether the strategy itself places pods that take part of a device and may lie anywhere.
  static boolean weighs(PlacementStrategy strategy, PodAsk pod) {
    TopologyRequest request = TopologyAsk.requestOf(pod.set);
    return strategy == PlacementStrategy.LEAST_FRAGMENTATION
        && pod.set.device().migProfile().isEmpty()
        && request.mode() == TopologyRequest.Mode.UNCONSTRAINED
        && request.slices().isEmpty();
  }

  /// Null when they do not all fit. Changes nothing in `room`.
  @Nullable Spot place(
      PlacementStrategy strategy, Room room, BitSet allowed, PodAsk pod, int count) {
    return switch (strategy) {
      case PACK -> pack(room, allowed, pod.perPod, count);
      case SPREAD -> spread(room, allowed, pod.perPod, count);
      case LEAST_FRAGMENTATION -> leastFragmentation().place(room, allowed, pod, count);
    };
  }

  private @Nullable Spot pack(Room room, BitSet allowed, long[] perPod, int count) {
    Frontier frontier = frontier(room, allowed, perPod);
    List<int[]> found = new ArrayList<>();
    int left = count;
    int first = (int) Math.min(perPod[room.gpuColumn()], Room.buckets() - 1);
    int from = 0;
    if (frontier.generation == room.generation()) {
      first = frontier.bucket;
      from = frontier.node;
    }
    for (int gpus = first; gpus < Room.buckets() && left > 0; gpus++) {
      BitSet nodes = room.withFreeGpus(gpus);
      int node = next(nodes, allowed, gpus == first ? from : 0);
      while (node >= 0 && left > 0) {
        int pods = Math.min(left, room.podsThatFit(node, perPod));
        if (pods > 0) {
          if (found.isEmpty() && !room.isTentative()) {
            frontier.moveTo(room, gpus, node);
          }
          found.add(new int[] {node, pods});
          left -= pods;
        }
        node = next(nodes, allowed, node + 1);
      }
    }
    return left > 0 ? null : Spot.of(found);
  }

  @SuppressWarnings("ReferenceEquality") // the same arrays, not equal ones
  private Frontier frontier(Room room, BitSet allowed, long[] perPod) {
    for (Frontier known : frontiers) {
      if (known.room == room && known.allowed == allowed && known.perPod == perPod) {
        return known;
      }
    }
    Frontier fresh = new Frontier(room, allowed, perPod);
    if (frontiers.size() == FRONTIERS) {
      frontiers.removeFirst();
    }
    frontiers.add(fresh);
    return fresh;
  }

  /// Before it no node has room for a pod of the kind, as long as no node has got more room.
  private static final class Frontier {
    private final Room room;
    private final BitSet allowed;
    private final long[] perPod;
    private long generation = -1;
    private int bucket;
    private int node;

    Frontier(Room room, BitSet allowed, long[] perPod) {
      this.room = room;
      this.allowed = allowed;
      this.perPod = perPod;
    }

    void moveTo(Room of, int newBucket, int newNode) {
      generation = of.generation();
      bucket = newBucket;
      node = newNode;
    }
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
    found.forEach(pair -> room.undo(pair[0], perPod, 1));
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
