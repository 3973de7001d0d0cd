package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import java.util.List;
import java.util.SortedMap;

/// How many GPUs an assignment holds, in thousandths. A share by memory counts as its part of the
/// device's memory, a MIG profile as its part of the seven slices, both rounded up.
final class HeldGpus {
  private static final int MIG_SLICES = 7;

  private HeldGpus() {}

  static long milli(
      Workload workload, List<PodSetAssignment> assignments, SortedMap<NodeRef, Node> nodes) {
    long sum = 0;
    for (PodSetAssignment assignment : assignments) {
      for (PodSet podSet : workload.podSets()) {
        if (podSet.name().equals(assignment.podSet())) {
          sum = Amount.plus(sum, milli(podSet, assignment, nodes));
        }
      }
    }
    return sum;
  }

  private static long milli(
      PodSet podSet, PodSetAssignment assignment, SortedMap<NodeRef, Node> nodes) {
    DeviceShare device = podSet.device();
    if (device.isWhole() || device.milliGpu() > 0) {
      return Amount.times(podSet.milliGpusPerPod(), (long) assignment.count());
    }
    if (!device.migProfile().isEmpty()) {
      return (long) migMilli(device.migProfile()) * assignment.count();
    }
    long sum = 0;
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      Node node = nodes.get(share.node());
      long memory = node == null ? 0 : node.gpuMemoryBytes();
      long perPod = memory == 0 ? 1000 : ceilDiv(device.memoryBytes() * 1000, memory);
      sum = Amount.plus(sum, Amount.times(perPod, share.count()));
    }
    return sum;
  }

  /// `3g.40gb` is three of seven slices.
  private static int migMilli(String profile) {
    int g = profile.indexOf('g');
    boolean numbered = g == 1 && Character.isDigit(profile.charAt(0));
    int slices = numbered ? profile.charAt(0) - '0' : MIG_SLICES;
    return (int) ceilDiv(slices * 1000L, MIG_SLICES);
  }

  private static long ceilDiv(long dividend, long divisor) {
    return Math.ceilDiv(dividend, divisor);
  }

  /// All the GPUs of the nodes, in thousandths.
  static long capacityMilli(Iterable<Node> nodes) {
    long sum = 0;
    for (Node node : nodes) {
      sum = Amount.plus(sum, Amount.times(node.capacity().of(Resources.GPU), 1000));
    }
    return sum;
  }
}
