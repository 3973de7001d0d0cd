package io.gpuaas.placement.internal.engine;

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

  Placer(Catalog catalog, Packer packer) {
    this.catalog = catalog;
    this.packer = packer;
  }

  /// One spot per pod set, or null when they do not all fit. Changes nothing in `room`.
  Spot @Nullable [] placeAll(Room room, GangAsk ask) {
    Spot[] spots = new Spot[ask.counts.length];
    if (!catalog.hasNodes()) {
      Arrays.fill(spots, Spot.NOWHERE);
      return spots;
    }
    return placeSomewhere(room, ask, ask.shape.units, spots) ? spots : null;
  }

  /// Whether the pod sets of one unit fit together, whatever the others do.
  boolean placeUnit(Room room, GangAsk ask, List<Integer> unit) {
    return placeSomewhere(room, ask, List.of(unit), new Spot[ask.counts.length]);
  }

  private boolean placeSomewhere(Room room, GangAsk ask, List<List<Integer>> units, Spot[] spots) {
    List<@Nullable BitSet> clusters = new ArrayList<>();
    if (ask.shape.spanClusters() || catalog.clusters().size() == 1) {
      clusters.add(null);
    } else {
      clusters.addAll(catalog.clusters());
    }
    for (BitSet cluster : clusters) {
      int placed = 0;
      int wanted = 0;
      for (List<Integer> unit : units) {
        wanted += unit.size();
        placed += placeUnit(cluster, room, ask, unit, spots);
        if (placed < wanted) {
          break;
        }
      }
      undo(room, ask, spots);
      if (placed == wanted) {
        return true;
      }
      Arrays.fill(spots, null);
    }
    return false;
  }

  private static void undo(Room room, GangAsk ask, Spot[] spots) {
    for (int pod = 0; pod < spots.length; pod++) {
      if (spots[pod] != null) {
        spots[pod].give(room, ask.pod(pod).perPod);
      }
    }
  }

  /// Places and takes; gives the number of pod sets placed.
  private int placeUnit(
      @Nullable BitSet cluster, Room room, GangAsk ask, List<Integer> unit, Spot[] spots) {
    int placed = 0;
    for (int pod : unit) {
      Spot spot = place(cluster, room, ask.pod(pod), ask.counts[pod], ask.flavors[pod]);
      if (spot == null) {
        return placed;
      }
      spots[pod] = spot;
      spot.take(room, ask.pod(pod).perPod);
      placed++;
    }
    return placed;
  }

  private @Nullable Spot place(
      @Nullable BitSet cluster, Room room, PodAsk pod, int count, int[] flavors) {
    if (pod.foreign) {
      return null;
    }
    BitSet allowed = pod.allowed(flavors);
    if (cluster != null) {
      allowed = (BitSet) allowed.clone();
      allowed.and(cluster);
    }
    return packer.place(room, allowed, pod.perPod, count);
  }
}
