package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.placement.internal.engine.PodAsk.GroupAsk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What flavor assignment found for one job: a flavor for each pod set and resource group, the
/// quota it takes, and where the pods lie. Built by [FlavorAssigner]; not changed afterwards.
final class Assignment {
  final Shape shape;
  final int[] counts;

  /// Index into the flavors of a group, by pod set and group; -1 = none found.
  final int[][] chosen;

  /// Where the search for a flavor ended before the last one, by pod set and group; else -1.
  final int[][] stopped;

  final CellAmounts usage = new CellAmounts();

  /// Cells for which somebody would have to go.
  final CellAmounts contested = new CellAmounts();

  Mode mode = Mode.FIT;
  int borrowLevel;

  /// One per pod set; null when they do not all fit on the nodes as they are.
  Spot @Nullable [] spots;

  /// Why the mode is not FIT, in the order found.
  final List<Obstacle> obstacles = new ArrayList<>();

  Assignment(Shape shape, int[] counts) {
    this.shape = shape;
    this.counts = counts;
    chosen = noFlavors(shape);
    stopped = noFlavors(shape);
  }

  private static int[][] noFlavors(Shape shape) {
    int[][] result = new int[shape.pods.size()][];
    for (int i = 0; i < result.length; i++) {
      result[i] = new int[shape.pods.get(i).groups.size()];
      Arrays.fill(result[i], -1);
    }
    return result;
  }

  /// Whether there are flavors that were not looked at.
  boolean hasFurtherFlavors() {
    return Arrays.stream(stopped).flatMapToInt(Arrays::stream).anyMatch(flavor -> flavor >= 0);
  }

  void worsen(Mode other) {
    if (other.compareTo(mode) < 0) {
      mode = other;
    }
  }

  /// Where quota is there and nodes are not, all that the job takes is contested.
  void contestAll() {
    for (int i = 0; i < usage.size(); i++) {
      contested.add(usage.cell(i), usage.amount(i), usage.parts(i));
    }
  }

  /// Numbers of the flavors that pod set `pod` uses, without doubles.
  int[] flavors(int pod) {
    List<GroupAsk> groups = shape.pods.get(pod).groups;
    int[] found = new int[groups.size()];
    int size = 0;
    for (int i = 0; i < found.length; i++) {
      if (chosen[pod][i] >= 0) {
        int flavor = groups.get(i).flavors[chosen[pod][i]];
        boolean known = false;
        for (int j = 0; j < size; j++) {
          known |= found[j] == flavor;
        }
        if (!known) {
          found[size++] = flavor;
        }
      }
    }
    return Arrays.copyOf(found, size);
  }

  GangAsk gang() {
    int[][] result = new int[chosen.length][];
    for (int i = 0; i < result.length; i++) {
      result[i] = flavors(i);
    }
    return new GangAsk(shape, counts, result);
  }

  List<PodSetAssignment> toAssignments(Catalog catalog) {
    List<PodSetAssignment> result = new ArrayList<>();
    for (int i = 0; i < shape.pods.size(); i++) {
      PodAsk pod = shape.pods.get(i);
      PodSet set = pod.set;
      SortedMap<String, String> names = new TreeMap<>();
      for (int g = 0; g < pod.groups.size(); g++) {
        GroupAsk group = pod.groups.get(g);
        String flavor = catalog.flavor(group.flavors[chosen[i][g]]).name();
        group.resources.forEach(resource -> names.put(resource, flavor));
      }
      List<NodeShare> nodes = new ArrayList<>();
      Spot spot = spots == null ? Spot.NOWHERE : spots[i];
      for (int n = 0; n < spot.nodes().length; n++) {
        nodes.add(
            new NodeShare(
                catalog.nodes().node(spot.nodes()[n]).ref(),
                spot.counts()[n],
                spot.devices(n),
                spot.starts(n)));
      }
      result.add(new PodSetAssignment(set.name(), counts[i], names, nodes));
    }
    return List.copyOf(result);
  }

  /// One thing in the way of a flavor.
  ///
  /// @param cell the cell asked for, null when it is not about quota
  /// @param text the same for people
  record Obstacle(
      Kind kind,
      int pod,
      int flavor,
      @Nullable FlavorResource cell,
      long asked,
      long free,
      long limit,
      String text) {
    /// What kind of thing, in the order in which it is told.
    enum Kind {
      PATIENCE,
      QUOTA,
      NODES,
      HARDWARE,
      EXCEEDS_MAX,
      UNCOVERED,
      MISMATCH
    }
  }
}
