package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Puts pods that take part of a device on devices, one by one: on the node with the fewest free
/// GPUs that has room on a device shared already, else the fullest that has a whole one to share.
///
/// Knows no topology: a pod set that requires a level is refused.
final class SharePacker {
  private SharePacker() {}

  /// Null when they do not all fit. Changes nothing in `room`.
  static @Nullable Spot place(Room room, BitSet allowed, PodAsk pod, int count) {
    TopologyRequest request = TopologyAsk.requestOf(pod.set);
    if (request.mode() == TopologyRequest.Mode.REQUIRED || !request.slices().isEmpty()) {
      return null;
    }
    SequencedMap<Integer, Integer> counts = new LinkedHashMap<>();
    List<Devices.Share> shares = new ArrayList<>();
    while (shares.size() < count) {
      Devices.Share share = best(room, allowed, pod);
      if (share == null) {
        break;
      }
      room.take(share.node(), pod.perPod, 1);
      room.takeShare(share.node(), share.device(), share.units());
      counts.merge(share.node(), 1, Integer::sum);
      shares.add(share);
    }
    for (Devices.Share share : shares.reversed()) {
      room.giveShare(share.node(), share.device(), share.units());
      room.undo(share.node(), pod.perPod, 1);
    }
    if (shares.size() < count) {
      return null;
    }
    int[] nodes = counts.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] pods = counts.values().stream().mapToInt(Integer::intValue).toArray();
    return new Spot(nodes, pods, shares);
  }

  private static Devices.@Nullable Share best(Room room, BitSet allowed, PodAsk pod) {
    Devices.Share best = null;
    long bestGpus = Long.MAX_VALUE;
    boolean bestShared = false;
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (!room.isUsable(node) || room.podsThatFit(node, pod.perPod) == 0) {
        continue;
      }
      long units = Devices.units(room.nodes.node(node), pod.set.device());
      int device = room.chooseDevice(node, units);
      if (device < 0) {
        continue;
      }
      boolean shared = room.isSharedAlready(node, device);
      long gpus = room.freeGpus(node);
      boolean better = shared == bestShared ? gpus < bestGpus : shared;
      if (best == null || better) {
        best = new Devices.Share(node, device, units);
        bestGpus = gpus;
        bestShared = shared;
      }
    }
    return best;
  }
}
