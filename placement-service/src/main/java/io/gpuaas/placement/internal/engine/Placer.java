package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts all pods of a job on nodes, pod set by pod set.
///
/// A job that may not span clusters is tried in one cluster after the other, in the order of the
/// nodes.
final class Placer {
  private final Catalog catalog;
  private final Packer packer;
  private final PlacementStrategy policy;

  /// @param policy where neither the job nor its flavor says how nodes are filled
  Placer(Catalog catalog, Packer packer, PlacementStrategy policy) {
    this.catalog = catalog;
    this.packer = packer;
    this.policy = policy;
  }

  /// One spot per pod set, or null when they do not all fit. Changes nothing in `room`.
  Spot @Nullable [] placeAll(Room room, GangAsk ask) {
    return placeWithin(null, room, ask);
  }

  /// The same on the nodes of `within` alone, on all of them when it is null.
  Spot @Nullable [] placeWithin(@Nullable BitSet within, Room room, GangAsk ask) {
    Spot[] spots = new Spot[ask.counts.length];
    if (!catalog.knowsNodes()) {
      Arrays.fill(spots, Spot.NOWHERE);
      return spots;
    }
    if (within == null) {
      return placeSomewhere(room, ask, ask.shape.units, spots) ? spots : null;
    }
    return placeIn(within, room, ask, ask.shape.units, spots) ? spots : null;
  }

  /// Whether the pod sets of these units fit together, whatever the others do.
  boolean placeUnits(Room room, GangAsk ask, List<List<Integer>> units) {
    return placeSomewhere(room, ask, units, new Spot[ask.counts.length]);
  }

  /// Whether the gang fits on the nodes of `within`, which must lie in one domain of the level that
  /// is required, if one is. Quicker than placing it where its pods may lie anywhere there.
  boolean fitsWithin(BitSet within, Room room, GangAsk ask) {
    BitSet free = freelyPlaced(ask);
    if (free == null) {
      return placeWithin(within, room, ask) != null;
    }
    long[] perPod = ask.pod(0).perPod;
    long missing = ask.counts[0];
    for (int node = within.nextSetBit(0);
        node >= 0 && missing > 0;
        node = within.nextSetBit(node + 1)) {
      if (free.get(node) && room.isUsable(node)) {
        missing -= room.podsThatFit(node, perPod);
      }
    }
    return missing <= 0;
  }

  /// The nodes for a gang of one pod set whose pods may lie anywhere in a domain; null for others.
  @Nullable BitSet freelyPlaced(GangAsk ask) {
    if (ask.counts.length != 1 || ask.pod(0).foreign || ask.pod(0).isParticular()) {
      return null;
    }
    PodAsk pod = ask.pod(0);
    BitSet allowed = pod.allowed(ask.flavors[0]);
    if (pod.set.topology() == null) {
      return allowed;
    }
    TopologyTree tree = topologyOf(ask.flavors[0]);
    if (tree == null || !pod.set.topology().slices().isEmpty()) {
      return null;
    }
    BitSet inTree = (BitSet) allowed.clone();
    inTree.and(tree.members());
    return inTree;
  }

  private boolean placeSomewhere(Room room, GangAsk ask, List<List<Integer>> units, Spot[] spots) {
    List<@Nullable BitSet> clusters = new ArrayList<>();
    if (ask.shape.spanClusters() || catalog.clusters().size() == 1) {
      clusters.add(null);
    } else {
      clusters.addAll(catalog.clusters());
    }
    for (BitSet cluster : clusters) {
      if (placeIn(cluster, room, ask, units, spots)) {
        return true;
      }
    }
    return false;
  }

  private boolean placeIn(
      @Nullable BitSet nodes, Room room, GangAsk ask, List<List<Integer>> units, Spot[] spots) {
    int placed = 0;
    int wanted = 0;
    for (List<Integer> unit : units) {
      wanted += unit.size();
      placed += placeUnit(nodes, room, ask, unit, spots);
      if (placed < wanted) {
        break;
      }
    }
    undo(room, ask, spots);
    if (placed < wanted) {
      Arrays.fill(spots, null);
    }
    return placed == wanted;
  }

  private static void undo(Room room, GangAsk ask, Spot[] spots) {
    for (int pod = 0; pod < spots.length; pod++) {
      if (spots[pod] != null) {
        spots[pod].undo(room, ask.pod(pod).perPod);
        room.tentatively(-1);
      }
    }
  }

  /// Places and takes; gives the number of pod sets placed.
  private int placeUnit(
      @Nullable BitSet cluster, Room room, GangAsk ask, List<Integer> unit, Spot[] spots) {
    int[] pair = leaderAndWorkers(ask, unit);
    if (pair.length == 2) {
      return placeGroup(cluster, room, ask, pair, spots);
    }
    int placed = 0;
    for (int pod : unit) {
      Spot spot = place(cluster, room, ask, pod);
      if (spot == null || !lay(room, spot, ask.pod(pod), pod, spots)) {
        return placed;
      }
      placed++;
    }
    return placed;
  }

  /// Takes the place for one pod set; false when its devices do not lie as they must.
  private static boolean lay(Room room, Spot spot, PodAsk pod, int number, Spot[] spots) {
    Spot laid = spot.withDevices(room, pod);
    if (laid == null) {
      return false;
    }
    spots[number] = laid;
    laid.take(room, pod.perPod);
    room.tentatively(1);
    return true;
  }

  /// Leader and workers of a group that is to be placed as one: two pod sets, one of a single pod.
  private static int[] leaderAndWorkers(GangAsk ask, List<Integer> unit) {
    if (unit.size() != 2) {
      return new int[0];
    }
    int first = unit.getFirst();
    int second = unit.getLast();
    int leader = ask.counts[first] <= ask.counts[second] ? first : second;
    int workers = leader == first ? second : first;
    boolean placeable = ask.counts[leader] == 1 && ask.pod(workers).set.topology() != null;
    return placeable ? new int[] {leader, workers} : new int[0];
  }

  private int placeGroup(
      @Nullable BitSet cluster, Room room, GangAsk ask, int[] pair, Spot[] spots) {
    PodAsk leader = ask.pod(pair[0]);
    PodAsk workers = ask.pod(pair[1]);
    TopologyTree tree = topologyOf(ask.flavors[pair[1]]);
    if (tree == null || leader.foreign || workers.foreign) {
      return 0;
    }
    BitSet workerNodes = allowed(cluster, workers, ask.flavors[pair[1]]);
    BitSet leaderNodes = allowed(cluster, leader, ask.flavors[pair[0]]);
    TopologyAsk asked =
        new TopologyAsk(tree, workers, ask.counts[pair[1]], workerNodes, leader, leaderNodes);
    TopologySearch.Found found = TopologySearch.find(tree, asked, room);
    if (found == null || found.leader() == null) {
      return 0;
    }
    return lay(room, found.leader(), leader, pair[0], spots)
            && lay(room, found.workers(), workers, pair[1], spots)
        ? 2
        : 0;
  }

  @Nullable TopologyTree topologyOf(int[] flavors) {
    for (int flavor : flavors) {
      TopologyTree tree = catalog.topology(flavor);
      if (tree != null) {
        return tree;
      }
    }
    return null;
  }

  private static BitSet allowed(@Nullable BitSet cluster, PodAsk pod, int[] flavors) {
    BitSet allowed = pod.allowed(flavors);
    if (cluster == null) {
      return allowed;
    }
    BitSet inside = (BitSet) allowed.clone();
    inside.and(cluster);
    return inside;
  }

  /// The job's own, else its flavor's, else the policy's.
  private PlacementStrategy strategy(GangAsk ask, int number) {
    PlacementStrategy own = ask.shape.key.placement;
    return own == null ? catalog.placement(ask.flavors[number], policy) : own;
  }

  private @Nullable Spot place(@Nullable BitSet cluster, Room room, GangAsk ask, int number) {
    PodAsk pod = ask.pod(number);
    if (pod.foreign) {
      return null;
    }
    BitSet allowed = allowed(cluster, pod, ask.flavors[number]);
    PlacementStrategy strategy = strategy(ask, number);
    TopologyRequest request = TopologyAsk.requestOf(pod.set);
    if (isByDevice(pod, request, strategy)) {
      Spot spot =
          new DevicePacker(room, pod, strategy)
              .place(allowed, ask.counts[number], topologyOf(ask.flavors[number]));
      if (spot != null || pod.isParticular()) {
        return spot;
      }
    }
    boolean anywhere =
        request.mode() == TopologyRequest.Mode.UNCONSTRAINED && request.slices().isEmpty();
    boolean silent = pod.set.topology() == null || pod.isShared();
    TopologyTree tree = silent ? null : topologyOf(ask.flavors[number]);
    if (tree == null) {
      return anywhere ? packer.place(strategy, room, allowed, pod, ask.counts[number]) : null;
    }
    TopologyAsk asked = new TopologyAsk(tree, pod, ask.counts[number], allowed, null, new BitSet());
    TopologySearch.Found found = TopologySearch.find(tree, asked, room);
    if (found == null || strategy == PlacementStrategy.PACK || !request.slices().isEmpty()) {
      return found == null ? null : found.workers();
    }
    DomainFill fill = new DomainFill(tree, anywhere ? 0 : tree.level(request.level()), allowed);
    return fill.refilled(
        found.workers(), (nodes, count) -> packer.place(strategy, room, nodes, pod, count));
  }

  /// Whether the pods are put on devices one by one. Pods that would rather be aligned are, unless
  /// they would rather lie close together, too: then the level goes before.
  private boolean isByDevice(PodAsk pod, TopologyRequest request, PlacementStrategy strategy) {
    if (pod.isShared()) {
      return !Packer.weighs(strategy, pod);
    }
    boolean wishes = pod.set.numa() == NumaWish.PREFERRED && catalog.nodes().hasNuma();
    boolean choosy =
        request.mode() == TopologyRequest.Mode.PREFERRED
            || request.mode() == TopologyRequest.Mode.BALANCED;
    return request.slices().isEmpty() && (pod.isAligned() || (wishes && !choosy));
  }
}
