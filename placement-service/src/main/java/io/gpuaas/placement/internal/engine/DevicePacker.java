package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Puts pods one by one on nodes where it counts which devices they get: those that take part of
/// one, and those whose whole GPUs must lie together. Packed: on the node with the fewest free GPUs
/// that has room on a device in use, else the fullest that has untouched ones. Spread: on the node
/// with the most free GPUs. With least fragmentation it packs what [LeastFragmentation] does not
/// weigh: MIG profiles, shares that ask for a level, and aligned GPUs.
///
/// A level that is asked for is the level of all of them: the fullest domain that holds them all.
/// Slices of such pods are not known and refused.
final class DevicePacker {
  private final Room room;
  private final PodAsk pod;
  private final PlacementStrategy strategy;

  DevicePacker(Room room, PodAsk pod, PlacementStrategy strategy) {
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
    List<Choice> choices = lay(allowed, count);
    if (choices.size() < count) {
      return null;
    }
    SequencedMap<Integer, Integer> counts = new LinkedHashMap<>();
    choices.forEach(it -> counts.merge(it.node, 1, Integer::sum));
    int[] nodes = counts.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] pods = counts.values().stream().mapToInt(Integer::intValue).toArray();
    return new Spot(nodes, pods, choices.stream().flatMap(it -> it.shares.stream()).toList());
  }

  /// How many pods there is room for, counted up to `most`. Changes nothing in the room.
  int podsThatFit(BitSet allowed, int most) {
    return lay(allowed, most).size();
  }

  /// One pod after the other, as long as there is room. Changes nothing in the room.
  private List<Choice> lay(BitSet allowed, int most) {
    List<Choice> laid = new ArrayList<>();
    Choice choice = most > 0 ? best(allowed) : null;
    while (choice != null) {
      room.take(choice.node, pod.perPod, 1);
      Devices.takeAll(room, choice.shares);
      laid.add(choice);
      choice = laid.size() < most ? best(allowed) : null;
    }
    for (Choice one : laid.reversed()) {
      Devices.giveAll(room, one.shares);
      room.undo(one.node, pod.perPod, 1);
    }
    return laid;
  }

  /// The devices of one pod.
  private record Choice(int node, List<Devices.Share> shares, boolean touched, long freeGpus) {}

  private @Nullable Choice best(BitSet allowed) {
    Choice best = null;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (!room.isUsable(node) || room.podsThatFit(node, pod.perPod) == 0) {
        continue;
      }
      List<Devices.Share> shares = choose(node);
      if (shares != null) {
        boolean touched = pod.isShared() && room.isTouched(shares.getFirst());
        Choice choice = new Choice(node, shares, touched, room.freeGpus(node));
        best = best == null || isBetter(choice, best) ? choice : best;
      }
    }
    return best;
  }

  private @Nullable List<Devices.Share> choose(int node) {
    if (!pod.isShared()) {
      return room.chooseWhole(node, pod.wholeGpus(), NumaWish.REQUIRED);
    }
    Devices.Share share = room.chooseShare(node, pod.set.device());
    return share == null ? null : List.of(share);
  }

  private boolean isBetter(Choice a, Choice b) {
    return switch (strategy) {
      case PACK, LEAST_FRAGMENTATION ->
          a.touched == b.touched ? a.freeGpus < b.freeGpus : a.touched;
      case SPREAD -> a.freeGpus > b.freeGpus;
    };
  }
}
