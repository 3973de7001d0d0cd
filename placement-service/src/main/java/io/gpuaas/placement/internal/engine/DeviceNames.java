package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.placement.HeldWorkload;
import java.util.ArrayList;
import java.util.List;

/// Names the devices of held workloads that have parts of devices but do not say of which: somebody
/// wrote the state down by hand. They lie as if they had been placed one after the other.
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

  static boolean isComplete(HeldWorkload held) {
    for (PodSetAssignment assignment : held.assignments()) {
      for (NodeShare share : assignment.nodes()) {
        if (!shareOf(held, assignment).isWhole() && lacksNames(held, assignment, share)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean lacksNames(
      HeldWorkload held, PodSetAssignment assignment, NodeShare share) {
    boolean mig = !shareOf(held, assignment).migProfile().isEmpty();
    return share.devices().size() < share.count() || (mig && share.starts().size() < share.count());
  }

  static DeviceShare shareOf(HeldWorkload held, PodSetAssignment assignment) {
    for (PodSet set : held.workload().podSets()) {
      if (set.name().equals(assignment.podSet())) {
        return set.device();
      }
    }
    return DeviceShare.WHOLE;
  }

  HeldWorkload named(HeldWorkload held) {
    List<Devices.Share> laid = new ArrayList<>();
    List<PodSetAssignment> assignments = new ArrayList<>();
    for (PodSetAssignment assignment : held.assignments()) {
      DeviceShare wish = shareOf(held, assignment);
      List<NodeShare> nodes = new ArrayList<>();
      for (NodeShare share : assignment.nodes()) {
        boolean open = !wish.isWhole() && lacksNames(held, assignment, share);
        nodes.add(open ? named(share, wish, laid) : share);
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
  private NodeShare named(NodeShare share, DeviceShare wish, List<Devices.Share> laid) {
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

  private void give(Devices.Share share) {
    free[gpus(share.node())] += devices.give(share) ? 1 : 0;
  }

  private int gpus(int node) {
    NodeTable nodes = catalog.nodes();
    return node * nodes.resources().size() + nodes.column(io.gpuaas.core.Resources.GPU);
  }
}
