package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How much of a pod set some room could take, for explanations. Changes nothing in the room that
/// it does not undo.
///
/// @param pods that fit anywhere
/// @param byAmounts the same where it did not matter which devices a pod gets
/// @param inDomain that fit in the one best domain of the level asked for; equal to `pods` without
///   one
/// @param domain path of that domain, empty without one
/// @param bestNodeGpus most free GPUs on one node that suits
/// @param freeGpus free GPUs of all nodes that suit
record Capacity(
    long pods, long byAmounts, long inDomain, String domain, long bestNodeGpus, long freeGpus) {
  static Capacity of(Placer placer, Room room, PodAsk pod, int[] flavors) {
    BitSet allowed = pod.allowed(flavors);
    long best = 0;
    long free = 0;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (room.isUsable(node)) {
        best = Math.max(best, room.freeGpus(node));
        free += Math.max(0, room.freeGpus(node));
      }
    }
    long pods = fitting(room, pod, allowed);
    Capacity anywhere = new Capacity(pods, byAmounts(room, pod, allowed), pods, "", best, free);
    TopologyRequest request = TopologyAsk.requestOf(pod.set);
    TopologyTree tree = placer.topologyOf(flavors);
    return tree == null || request.mode() != TopologyRequest.Mode.REQUIRED
        ? anywhere
        : anywhere.inside(tree, tree.level(request.level()), room, pod, allowed);
  }

  private Capacity inside(TopologyTree tree, int level, Room room, PodAsk pod, BitSet allowed) {
    if (level < 0) {
      return this;
    }
    List<BitSet> domains = tree.nodesByDomain(level);
    long most = 0;
    @Nullable List<String> path = null;
    for (int i = 0; i < domains.size(); i++) {
      BitSet nodes = domains.get(i);
      nodes.and(allowed);
      long fitting = fitting(room, pod, nodes);
      if (path == null || fitting > most) {
        most = fitting;
        path = tree.path(level, i);
      }
    }
    String name = path == null ? "" : String.join("/", path);
    return new Capacity(pods, byAmounts, most, name, bestNodeGpus, freeGpus);
  }

  /// Pods to which it matters which devices they get are counted up to as many as are wanted.
  private static long fitting(Room room, PodAsk pod, BitSet nodes) {
    if (pod.foreign || !pod.isParticular()) {
      return byAmounts(room, pod, nodes);
    }
    int most = pod.set.count();
    return new DevicePacker(room, pod, PlacementStrategy.PACK).podsThatFit(nodes, most);
  }

  private static long byAmounts(Room room, PodAsk pod, BitSet nodes) {
    long fitting = 0;
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      fitting += room.isUsable(node) && !pod.foreign ? room.podsThatFit(node, pod.perPod) : 0;
    }
    return fitting;
  }
}
