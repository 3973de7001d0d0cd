package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.DeviceParts;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import java.util.List;
import java.util.SortedMap;

/// How many GPUs an assignment holds, in thousandths.
final class HeldGpus {
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
    if (assignment.nodes().isEmpty()) {
      long perPod = DeviceParts.milliGpusPerPod(podSet, null);
      return Amount.times(perPod, (long) assignment.count());
    }
    long sum = 0;
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      long perPod = DeviceParts.milliGpusPerPod(podSet, nodes.get(share.node()));
      sum = Amount.plus(sum, Amount.times(perPod, (long) share.count()));
    }
    return sum;
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
