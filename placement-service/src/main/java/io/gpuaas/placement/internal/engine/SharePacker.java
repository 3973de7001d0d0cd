package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Puts pods that take part of a device on devices, one by one. Packed: on the node with the fewest
/// free GPUs that has room on a device in use, else the fullest that has an untouched one. Spread:
/// on the node with the most free GPUs. With least fragmentation it packs what [LeastFragmentation]
/// does not weigh: MIG profiles, and shares that ask for a level.
///
/// A level that is asked for is the level of all of them: the fullest domain that holds them all.
/// Slices of shares are not known and refused.
final class SharePacker {
  private final Room room;
  private final PodAsk pod;
  private final PlacementStrategy strategy;

  SharePacker(Room room, PodAsk pod, PlacementStrategy strategy) {
    this.room = room;
    this.pod = pod;
    this.strategy = strategy;
  }

  /// Null when they do not all fit. Changes nothing in the room.
  ///
  /// @param tree the domains of the nodes, null when they have none
  @Nullable Spot place(BitSet allowed, int count, @Nullable TopologyTree tree) {
    TopologyRequest request = TopologyAsk.requestOf(pod.set);
    if (request.mode() == TopologyRequest.Mode.UNCONSTRAINED && request.slices().isEmpty()) {
      return place(allowed, count);
    }
    int level = tree == null ? -1 : tree.level(request.level());
    if (tree == null || level < 0 || !request.slices().isEmpty()) {
      return null;
    }
    Spot found = inOneDomain(tree, level, allowed, count);
    while (found == null && request.mode() != TopologyRequest.Mode.REQUIRED && level > 0) {
      level--;
      found = inOneDomain(tree, level, allowed, count);
    }
    boolean anywhere = found == null && request.mode() != TopologyRequest.Mode.REQUIRED;
    return anywhere ? place(allowed, count) : found;
  }

  private @Nullable Spot inOneDomain(TopologyTree tree, int level, BitSet allowed, int count) {
    List<BitSet> domains = new ArrayList<>(tree.nodesByDomain(level));
    domains.forEach(nodes -> nodes.and(allowed));
    domains.sort(Comparator.comparingLong(this::freeGpus));
    for (BitSet domain : domains) {
      Spot found = place(domain, count);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private long freeGpus(BitSet nodes) {
    return nodes.stream().filter(room::isUsable).mapToLong(room::freeGpus).sum();
  }

  private @Nullable Spot place(BitSet allowed, int count) {
    SequencedMap<Integer, Integer> counts = new LinkedHashMap<>();
    List<Devices.Share> shares = new ArrayList<>();
    while (shares.size() < count) {
      Devices.Share share = best(allowed);
      if (share == null) {
        break;
      }
      room.take(share.node(), pod.perPod, 1);
      room.takeShare(share);
      counts.merge(share.node(), 1, Integer::sum);
      shares.add(share);
    }
    for (Devices.Share share : shares.reversed()) {
      room.giveShare(share);
      room.undo(share.node(), pod.perPod, 1);
    }
    if (shares.size() < count) {
      return null;
    }
    int[] nodes = counts.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] pods = counts.values().stream().mapToInt(Integer::intValue).toArray();
    return new Spot(nodes, pods, shares);
  }

  private Devices.@Nullable Share best(BitSet allowed) {
    Devices.Share best = null;
    long bestGpus = 0;
    boolean bestTouched = false;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (!room.isUsable(node) || room.podsThatFit(node, pod.perPod) == 0) {
        continue;
      }
      Devices.Share share = room.chooseShare(node, pod.set.device());
      if (share == null) {
        continue;
      }
      boolean touched = room.isTouched(share);
      long gpus = room.freeGpus(node);
      boolean better =
          switch (strategy) {
            case PACK, LEAST_FRAGMENTATION -> touched == bestTouched ? gpus < bestGpus : touched;
            case SPREAD -> gpus > bestGpus;
          };
      if (best == null || better) {
        best = share;
        bestGpus = gpus;
        bestTouched = touched;
      }
    }
    return best;
  }
}
