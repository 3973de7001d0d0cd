package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is free of the devices that are shared, node by node. Mutable.
///
/// The unit is the byte of device memory where a node says how much its devices have, else the
/// thousandth of a device. Requests are rounded up to it, never down. A device that nobody shares
/// is not kept here: it counts as a whole GPU of the node.
final class Devices {
  /// Thousandths of a device, the unit of nodes with unknown memory.
  static final long MILLI = 1000;

  private final NodeTable nodes;

  /// By node: free units by device index; null for a node without shared devices.
  private final long[] @Nullable [] free;

  private Devices(NodeTable nodes, long[] @Nullable [] free) {
    this.nodes = nodes;
    this.free = free;
  }

  static Devices none(NodeTable nodes) {
    return new Devices(nodes, new long[nodes.size()][]);
  }

  Devices copy() {
    long[][] copied = free.clone();
    for (int i = 0; i < copied.length; i++) {
      copied[i] = copied[i] == null ? null : copied[i].clone();
    }
    return new Devices(nodes, copied);
  }

  /// Units of one whole device of the node.
  static long whole(Node node) {
    return node.gpuMemoryBytes() > 0 ? node.gpuMemoryBytes() : MILLI;
  }

  /// Units that the share takes of a device of the node; more than a whole one where it cannot be
  /// had there.
  static long units(Node node, DeviceShare share) {
    if (share.memoryBytes() > 0) {
      return node.gpuMemoryBytes() > 0 ? share.memoryBytes() : Amount.UNLIMITED;
    }
    return share.milliGpu() > 0
        ? Math.ceilDiv(Amount.times(share.milliGpu(), whole(node)), MILLI)
        : Amount.UNLIMITED;
  }

  private long wholeOf(int node) {
    return whole(nodes.node(node));
  }

  /// The device for one more pod: the fullest shared one that has room, else the first that is not
  /// shared; -1 when there is none.
  int choose(int node, long units, long wholeFree) {
    long whole = wholeOf(node);
    long[] shared = free[node];
    int best = -1;
    int firstWhole = -1;
    int devices = shared == null ? 0 : shared.length;
    for (int i = 0; shared != null && i < devices; i++) {
      if (shared[i] == whole) {
        firstWhole = firstWhole < 0 ? i : firstWhole;
      } else if (shared[i] >= units && (best < 0 || shared[i] < shared[best])) {
        best = i;
      }
    }
    if (best >= 0) {
      return best;
    }
    if (wholeFree <= 0 || units > whole) {
      return -1;
    }
    return firstWhole >= 0 ? firstWhole : devices;
  }

  /// Takes units of a device; gives whether it was whole before.
  boolean take(int node, int device, long units) {
    long whole = wholeOf(node);
    long[] shared = free[node];
    int devices = shared == null ? 0 : shared.length;
    if (device >= devices) {
      shared = shared == null ? new long[device + 1] : Arrays.copyOf(shared, device + 1);
      Arrays.fill(shared, devices, device + 1, whole);
      free[node] = shared;
    }
    boolean opened = shared != null && shared[device] == whole;
    if (shared != null) {
      shared[device] -= units;
    }
    return opened;
  }

  /// Gives units back; gives whether the device is whole now.
  boolean give(int node, int device, long units) {
    long[] shared = free[node];
    if (shared == null || device >= shared.length) {
      return false;
    }
    shared[device] += units;
    return shared[device] == wholeOf(node);
  }

  boolean isShared(int node, int device) {
    long[] shared = free[node];
    return shared != null && device < shared.length && shared[device] < wholeOf(node);
  }

  boolean has(int node, int device, long units, long wholeFree) {
    long[] shared = free[node];
    long whole = wholeOf(node);
    boolean unshared = shared == null || device >= shared.length || shared[device] == whole;
    if (unshared) {
      return wholeFree > 0 && units <= whole;
    }
    return shared != null && shared[device] >= units;
  }

  /// The smaller free amount of each device of two; gives how many more are shared than in the one
  /// that shares more.
  long setToSmaller(int node, Devices a, Devices b) {
    long[] left = a.free[node];
    long[] right = b.free[node];
    if (left == null && right == null) {
      free[node] = null;
      return 0;
    }
    long whole = wholeOf(node);
    long[] longer = left == null || (right != null && right.length > left.length) ? right : left;
    long[] smaller = longer == null ? new long[0] : longer.clone();
    for (int i = 0; i < smaller.length; i++) {
      smaller[i] = Math.min(at(left, i, whole), at(right, i, whole));
    }
    free[node] = smaller;
    return sharedIn(smaller, whole) - Math.max(sharedIn(left, whole), sharedIn(right, whole));
  }

  private static long at(long @Nullable [] shared, int device, long whole) {
    return shared == null || device >= shared.length ? whole : shared[device];
  }

  private static long sharedIn(long @Nullable [] shared, long whole) {
    long count = 0;
    for (int i = 0; shared != null && i < shared.length; i++) {
      count += shared[i] < whole ? 1 : 0;
    }
    return count;
  }

  /// So many units of one device.
  record Share(int node, int device, long units) {}

  static void takeAll(Room room, List<Share> shares) {
    shares.forEach(it -> room.takeShare(it.node, it.device, it.units));
  }

  static void giveAll(Room room, List<Share> shares) {
    shares.forEach(it -> room.giveShare(it.node, it.device, it.units));
  }
}
