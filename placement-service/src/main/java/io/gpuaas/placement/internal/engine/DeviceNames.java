package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.HeldWorkload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names the devices of held workloads that have some but do not say which: somebody wrote the
/// state down by hand, or their machine has only now said which NUMA nodes it has. They lie as if
/// they had been placed one after the other.
final class DeviceNames {
  private final Catalog catalog;
  private final Devices devices;
  private final long[] free;

  /// @param devices what is free of the devices already named; as before after each call
  /// @param free free amounts, node-major
  DeviceNames(Catalog catalog, Devices devices, long[] free) {
    this.catalog = catalog;
    this.devices = devices;
    this.free = free;
  }

  static boolean isComplete(NodeTable nodes, HeldWorkload held) {
    for (PodSetAssignment assignment : held.assignments()) {
      PodSet set = setOf(held, assignment);
      for (NodeShare share : assignment.nodes()) {
        if (set != null && lacksNames(nodes, set, share)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean lacksNames(NodeTable nodes, PodSet set, NodeShare share) {
    if (set.device().isWhole()) {
      int node = nodes.number(share.node());
      boolean named = node >= 0 && nodes.numa(node) != null;
      return named && share.devices().size() < share.count() * set.requests().of(Resources.GPU);
    }
    boolean mig = !set.device().migProfile().isEmpty();
    return share.devices().size() < share.count() || (mig && share.starts().size() < share.count());
  }

  private static @Nullable PodSet setOf(HeldWorkload held, PodSetAssignment assignment) {
    for (PodSet set : held.workload().podSets()) {
      if (set.name().equals(assignment.podSet())) {
        return set;
      }
    }
    return null;
  }

  HeldWorkload named(HeldWorkload held) {
    List<Devices.Share> laid = new ArrayList<>();
    List<PodSetAssignment> assignments = new ArrayList<>();
    for (PodSetAssignment assignment : held.assignments()) {
      PodSet set = setOf(held, assignment);
      List<NodeShare> nodes = new ArrayList<>();
      for (NodeShare share : assignment.nodes()) {
        boolean open = set != null && lacksNames(catalog.nodes(), set, share);
        nodes.add(open ? named(share, set, laid) : share);
      }
      assignments.add(
          new PodSetAssignment(
              assignment.podSet(), assignment.count(), assignment.flavors(), nodes));
    }
    laid.reversed().forEach(this::give);
    return new HeldWorkload(
        held.workload(), assignments, held.admittedAt(), held.evicting(), held.claimant());
  }

  /// What finds no room any more lies on the first device: more is held than there is.
  private NodeShare named(NodeShare share, @Nullable PodSet set, List<Devices.Share> laid) {
    if (set == null) {
      return share;
    }
    if (set.device().isWhole()) {
      return namedWhole(share, set.requests().of(Resources.GPU), laid);
    }
    DeviceShare wish = set.device();
    int node = catalog.nodes().number(share.node());
    List<Integer> names = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    for (int pod = 0; node >= 0 && pod < share.count(); pod++) {
      Devices.Share found = devices.choose(node, wish, free[gpus(node)]);
      if (found == null) {
        names.add(0);
        starts.add(0);
      } else {
        free[gpus(node)] -= devices.take(found) ? 1 : 0;
        laid.add(found);
        names.add(found.device());
        starts.add(Integer.numberOfTrailingZeros(found.slices()));
      }
    }
    boolean mig = !wish.migProfile().isEmpty();
    return new NodeShare(share.node(), share.count(), names, mig ? starts : List.of());
  }

  private NodeShare namedWhole(NodeShare share, long gpus, List<Devices.Share> laid) {
    int node = catalog.nodes().number(share.node());
    List<Integer> names = new ArrayList<>();
    for (int pod = 0; pod < share.count(); pod++) {
      List<Devices.Share> found = devices.chooseWhole(node, gpus, NumaWish.NONE);
      for (Devices.Share one : found == null ? List.<Devices.Share>of() : found) {
        devices.take(one);
        laid.add(one);
        names.add(one.device());
      }
    }
    return new NodeShare(share.node(), share.count(), names, List.of());
  }

  private void give(Devices.Share share) {
    free[gpus(share.node())] += devices.give(share) ? 1 : 0;
  }

  private int gpus(int node) {
    NodeTable nodes = catalog.nodes();
    return node * nodes.resources().size() + nodes.column(Resources.GPU);
  }
}
