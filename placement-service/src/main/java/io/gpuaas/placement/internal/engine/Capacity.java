package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.TopologyRequest;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How much of a pod set some room could take, for explanations. Changes nothing in the room that
/// it does not undo.
///
/// @param pods that fit anywhere
/// @param inDomain that fit in the one best domain of the level asked for; equal to `pods` without
///   one
/// @param domain path of that domain, empty without one
/// @param bestNodeGpus most free GPUs on one node that suits
/// @param freeGpus free GPUs of all nodes that suit
record Capacity(long pods, long inDomain, String domain, long bestNodeGpus, long freeGpus) {
  static Capacity of(Placer placer, Room room, PodAsk pod, int[] flavors) {
    BitSet allowed = pod.allowed(flavors);
    long pods = 0;
    long best = 0;
    long free = 0;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (room.isUsable(node)) {
        boolean counted = !pod.foreign && !pod.isShared();
        pods += counted ? room.podsThatFit(node, pod.perPod) : 0;
        best = Math.max(best, room.freeGpus(node));
        free += Math.max(0, room.freeGpus(node));
      }
    }
    Capacity anywhere = new Capacity(pods, pods, "", best, free);
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
      long fitting = 0;
      for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
        fitting += room.isUsable(node) && !pod.foreign ? room.podsThatFit(node, pod.perPod) : 0;
      }
      if (path == null || fitting > most) {
        most = fitting;
        path = tree.path(level, i);
      }
    }
    String name = path == null ? "" : String.join("/", path);
    return new Capacity(pods, most, name, bestNodeGpus, freeGpus);
  }
}
