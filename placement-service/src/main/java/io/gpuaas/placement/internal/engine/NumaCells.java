package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NumaWish;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The NUMA nodes of a machine: `count` of them, each with the next `size` of its devices.
///
/// A pod is aligned when its devices lie on as few NUMA nodes as could hold them on an idle
/// machine, which is what a kubelet with the policy `restricted` insists on. Only devices are
/// looked at, not where the pod's processors and memory come from.
///
/// @see <a href="https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/">Topology
///   Manager</a>
record NumaCells(int count, int size, int devices) {
  /// So many devices are kept in one long.
  private static final int DEVICES_MAX = Long.SIZE;

  private static final int CELLS_MAX = 16;

  /// Null when the machine does not say, or says something that cannot be.
  static @Nullable NumaCells of(Node node) {
    String label = node.labels().get(Node.NUMA_NODES);
    long devices = node.capacity().of(Resources.GPU);
    if (label == null || !label.matches("[0-9]{1,2}") || devices < 1 || devices > DEVICES_MAX) {
      return null;
    }
    int count = Integer.parseInt(label);
    return count < 1 || count > CELLS_MAX
        ? null
        : new NumaCells(count, (int) Math.ceilDiv(devices, (long) count), (int) devices);
  }

  /// The devices of one NUMA node, as bits.
  private long maskOf(int cell) {
    long first = (long) cell * size;
    long last = Math.min(first + size, devices);
    return first >= last ? 0 : (-1L >>> (DEVICES_MAX - (last - first))) << first;
  }

  /// Devices for one pod, as bits; those of `free` are to be had.
  ///
  /// Aligned ones where there are any: from the NUMA node with the fewest free ones that has
  /// enough, or from those with the most where one can never hold them. Else none if it is
  /// required, or from the NUMA nodes with the most free ones. Fewer than asked for when there are
  /// not enough.
  ///
  /// @return 0 for none
  long choose(long free, long gpus, NumaWish wish) {
    int fewest = (int) Math.ceilDiv(gpus, (long) size);
    List<Long> cells = new ArrayList<>();
    for (int cell = 0; cell < count; cell++) {
      cells.add(free & maskOf(cell));
    }
    if (fewest == 1) {
      long fullest = 0;
      for (long cell : cells) {
        boolean fuller = fullest == 0 || Long.bitCount(cell) < Long.bitCount(fullest);
        fullest = Long.bitCount(cell) >= gpus && fuller ? cell : fullest;
      }
      if (fullest != 0) {
        return lowest(fullest, gpus);
      }
    }
    cells.sort(Comparator.comparingInt(it -> -Long.bitCount(it)));
    long best = 0;
    for (int i = 0; i < Math.min(fewest, count); i++) {
      best |= cells.get(i);
    }
    boolean aligned = Long.bitCount(best) >= gpus;
    if (!aligned && wish == NumaWish.REQUIRED) {
      return 0;
    }
    long chosen = 0;
    for (long cell : cells) {
      chosen |= lowest(cell, gpus - Long.bitCount(chosen));
    }
    return chosen;
  }

  private static long lowest(long bits, long most) {
    long left = bits;
    long result = 0;
    for (long i = 0; i < most && left != 0; i++) {
      result |= Long.lowestOneBit(left);
      left &= left - 1;
    }
    return result;
  }

  /// The first of the `free` devices on the NUMA node that has the fewest of them, -1 for none.
  int single(long free) {
    long chosen = choose(free, 1, NumaWish.NONE);
    return chosen == 0 ? -1 : Long.numberOfTrailingZeros(chosen);
  }

  /// All devices, as bits.
  long all() {
    return -1L >>> (DEVICES_MAX - devices);
  }
}
