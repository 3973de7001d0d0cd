package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NumaWish;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What is free of the devices that are shared or partitioned, node by node. Mutable.
///
/// The unit of shares is the byte of device memory where a node says how much its devices have,
/// else the thousandth of a device. Requests are rounded up to it, never down. A device is either
/// shared or partitioned by MIG, never both. A device that nobody has touched is not kept here: it
/// counts as a whole GPU of the node. Which devices are held whole is known of machines that say
/// which NUMA nodes they have.
final class Devices {
  /// Thousandths of a device, the unit of nodes with unknown memory.
  static final long MILLI = 1000;

  private static final int[] UNTOUCHED = new int[0];
  private static final long[] WHOLE = new long[0];

  private final NodeTable nodes;

  /// By node: free units by device index; null for a node without shared devices. What lies in it
  /// and in `slices` may be shared with copies: it is replaced, not changed.
  private final long[] @Nullable [] free;

  /// By node: slices taken by device index; null for a node without partitioned devices.
  private final int[] @Nullable [] slices;

  /// By node: devices held whole, as bits; none of them where NUMA nodes are not known.
  private final long[] whole;

  private Devices(
      NodeTable nodes, long[] @Nullable [] free, int[] @Nullable [] slices, long[] whole) {
    this.nodes = nodes;
    this.free = free;
    this.slices = slices;
    this.whole = whole;
  }

  static Devices none(NodeTable nodes) {
    long[] whole = nodes.hasNuma() ? new long[nodes.size()] : WHOLE;
    return new Devices(nodes, new long[nodes.size()][], new int[nodes.size()][], whole);
  }

  Devices copy() {
    return new Devices(
        nodes, free.clone(), slices.clone(), whole.length == 0 ? whole : whole.clone());
  }

  /// Units of one whole device of the node.
  static long whole(Node node) {
    return node.gpuMemoryBytes() > 0 ? node.gpuMemoryBytes() : MILLI;
  }

  /// Units that the share takes of a device of the node; more than a whole one where it cannot be
  /// had there.
  static long units(Node node, DeviceShare share) {
    return unitsOf(whole(node), share);
  }

  /// The same on a node whose whole devices have so many units.
  static long unitsOf(long whole, DeviceShare share) {
    if (share.memoryBytes() > 0) {
      return whole == MILLI ? Amount.UNLIMITED : share.memoryBytes();
    }
    return share.milliGpu() > 0
        ? Math.ceilDiv(Amount.times(share.milliGpu(), whole), MILLI)
        : Amount.UNLIMITED;
  }

  /// Free units of the node's shared devices that have any, ascending.
  long[] parts(int node) {
    long whole = wholeOf(node);
    return IntStream.range(0, known(node))
        .filter(device -> slicesOf(node, device) == 0)
        .mapToLong(device -> freeOf(node, device))
        .filter(units -> units > 0 && units < whole)
        .sorted()
        .toArray();
  }

  /// The first device with so many free units; an untouched one when they are a whole one's.
  int withFree(int node, long units) {
    if (units == wholeOf(node)) {
      return firstUntouched(node);
    }
    int device = 0;
    while (slicesOf(node, device) != 0 || freeOf(node, device) != units) {
      device++;
    }
    return device;
  }

  /// Part of one device: units of a shared one, or slices of a partitioned one; neither for a
  /// device that is held whole, whose GPU is counted with the node's amounts.
  record Share(int node, int device, long units, int slices) {
    boolean isWhole() {
      return units == 0 && slices == 0;
    }
  }

  /// Which devices of the machine a pod gets that asks for whole ones; none where its NUMA nodes
  /// are not known, null where the wish cannot be met.
  @Nullable List<Share> chooseWhole(int node, long gpus, NumaWish wish) {
    NumaCells cells = nodes.numa(node);
    if (cells == null || gpus == 0) {
      return wish == NumaWish.REQUIRED && gpus > 0 ? null : List.of();
    }
    long chosen = cells.choose(untouched(node, cells), gpus, wish);
    if (chosen == 0 && wish == NumaWish.REQUIRED) {
      return null;
    }
    List<Share> result = new ArrayList<>();
    for (long left = chosen; left != 0; left &= left - 1) {
      result.add(new Share(node, Long.numberOfTrailingZeros(left), 0, 0));
    }
    return result;
  }

  private long untouched(int node, NumaCells cells) {
    long result = cells.all() & ~whole[node];
    for (int device = 0; device < Math.min(known(node), cells.devices()); device++) {
      result &= isTouched(node, device) ? ~(1L << device) : -1;
    }
    return result;
  }

  private boolean isWhole(int node, int device) {
    return whole.length > 0 && device < Long.SIZE && (whole[node] >>> device & 1) != 0;
  }

  private long wholeOf(int node) {
    return whole(nodes.node(node));
  }

  private int known(int node) {
    long[] shared = free[node];
    int[] partitioned = slices[node];
    return Math.max(
        shared == null ? 0 : shared.length, partitioned == null ? 0 : partitioned.length);
  }

  private long freeOf(int node, int device) {
    long[] shared = free[node];
    return shared == null || device >= shared.length ? wholeOf(node) : shared[device];
  }

  private int slicesOf(int node, int device) {
    int[] partitioned = slices[node];
    return partitioned == null || device >= partitioned.length ? 0 : partitioned[device];
  }

  /// Whether somebody has a part of the device.
  boolean isTouched(int node, int device) {
    return slicesOf(node, device) != 0 || freeOf(node, device) < wholeOf(node);
  }

  /// Where one more pod with such a wish lies best: on the fullest device in use that has room,
  /// else on the first untouched one; null when there is none.
  @Nullable Share choose(int node, DeviceShare wish, long wholeFree) {
    return wish.migProfile().isEmpty()
        ? chooseUnits(node, units(nodes.node(node), wish), wholeFree)
        : chooseSlices(node, wish.migProfile(), wholeFree);
  }

  private @Nullable Share chooseUnits(int node, long units, long wholeFree) {
    int best = -1;
    for (int device = 0; device < known(node); device++) {
      boolean shared = slicesOf(node, device) == 0 && isTouched(node, device);
      if (shared
          && freeOf(node, device) >= units
          && (best < 0 || freeOf(node, device) < freeOf(node, best))) {
        best = device;
      }
    }
    if (best < 0 && wholeFree > 0 && units <= wholeOf(node)) {
      best = firstUntouched(node);
    }
    return best < 0 ? null : new Share(node, best, units, 0);
  }

  private @Nullable Share chooseSlices(int node, String name, long wholeFree) {
    MigTable table = nodes.migTable(node);
    MigTable.Profile profile = table == null ? null : table.profile(name);
    if (table == null || profile == null) {
      return null;
    }
    int best = -1;
    for (int device = 0; device < known(node); device++) {
      int taken = slicesOf(node, device);
      if (taken != 0
          && freeOf(node, device) == wholeOf(node)
          && table.start(profile, taken) >= 0
          && (best < 0 || Integer.bitCount(taken) > Integer.bitCount(slicesOf(node, best)))) {
        best = device;
      }
    }
    if (best < 0 && wholeFree > 0) {
      best = firstUntouched(node);
    }
    if (best < 0) {
      return null;
    }
    int start = table.start(profile, slicesOf(node, best));
    return new Share(node, best, 0, profile.mask(start));
  }

  private int firstUntouched(int node) {
    NumaCells cells = nodes.numa(node);
    int device = cells == null ? -1 : cells.single(untouched(node, cells));
    if (device >= 0) {
      return device;
    }
    device = 0;
    while (isTouched(node, device) || isWhole(node, device)) {
      device++;
    }
    return device;
  }

  /// Takes the share; gives whether its device was untouched before.
  boolean take(Share share) {
    int node = share.node;
    int device = share.device;
    if (share.isWhole()) {
      whole[node] |= 1L << device;
      return false;
    }
    boolean untouched = !isTouched(node, device);
    if (share.slices != 0) {
      int[] before = slices[node] == null ? UNTOUCHED : slices[node];
      int[] partitioned = Arrays.copyOf(before, Math.max(before.length, device + 1));
      partitioned[device] |= share.slices;
      slices[node] = partitioned;
    }
    if (share.units != 0) {
      long[] before = free[node] == null ? WHOLE : free[node];
      long[] shared = Arrays.copyOf(before, Math.max(before.length, device + 1));
      Arrays.fill(shared, before.length, shared.length, wholeOf(node));
      shared[device] -= share.units;
      free[node] = shared;
    }
    return untouched;
  }

  /// Gives the share back; gives whether its device is untouched now.
  boolean give(Share share) {
    if (share.isWhole()) {
      whole[share.node] &= ~(1L << share.device);
      return false;
    }
    long[] shared = free[share.node];
    int[] partitioned = slices[share.node];
    if (share.units != 0 && shared != null && share.device < shared.length) {
      long[] more = shared.clone();
      more[share.device] += share.units;
      free[share.node] = more;
    }
    if (share.slices != 0 && partitioned != null && share.device < partitioned.length) {
      int[] fewer = partitioned.clone();
      fewer[share.device] &= ~share.slices;
      slices[share.node] = fewer;
    }
    return !isTouched(share.node, share.device);
  }

  boolean has(Share share, long wholeFree) {
    int node = share.node;
    if (!isTouched(node, share.device)) {
      boolean enough = share.isWhole() || (wholeFree > 0 && share.units <= wholeOf(node));
      return enough && !isWhole(node, share.device);
    }
    if (share.isWhole()) {
      return false;
    }
    return share.slices == 0
        ? slicesOf(node, share.device) == 0 && freeOf(node, share.device) >= share.units
        : freeOf(node, share.device) == wholeOf(node)
            && (slicesOf(node, share.device) & share.slices) == 0;
  }

  /// The smaller free part of each device of two rooms; gives the whole GPUs that are free in both.
  ///
  /// A device that only one of them has touched needs an untouched one in the other: it is to be
  /// had as long as that has a whole GPU free for it, and costs it one.
  long setToSmaller(int node, Devices a, long wholeFreeA, Devices b, long wholeFreeB) {
    int devices = Math.max(a.known(node), b.known(node));
    if (whole.length > 0) {
      whole[node] = a.whole[node] | b.whole[node];
    }
    if (devices == 0) {
      free[node] = null;
      slices[node] = null;
      return atMostUntouched(node, Math.min(wholeFreeA, wholeFreeB));
    }
    long[] smaller = new long[devices];
    int[] taken = new int[devices];
    long leftA = wholeFreeA;
    long leftB = wholeFreeB;
    for (int i = 0; i < devices; i++) {
      boolean touchedA = a.isTouched(node, i);
      boolean touchedB = b.isTouched(node, i);
      boolean held = a.isWhole(node, i) || b.isWhole(node, i);
      boolean granted = !held && (touchedA == touchedB || (touchedA ? leftB : leftA) > 0);
      leftA -= granted && touchedB && !touchedA ? 1 : 0;
      leftB -= granted && touchedA && !touchedB ? 1 : 0;
      smaller[i] = granted ? Math.min(a.freeOf(node, i), b.freeOf(node, i)) : 0;
      taken[i] = a.slicesOf(node, i) | b.slicesOf(node, i);
    }
    free[node] = smaller;
    slices[node] = taken;
    return atMostUntouched(node, Math.min(leftA, leftB));
  }

  /// Two rooms may have held different devices whole: those that neither of them has may be fewer
  /// than either has free.
  private long atMostUntouched(int node, long gpus) {
    NumaCells cells = nodes.numa(node);
    return cells == null ? gpus : Math.min(gpus, Long.bitCount(untouched(node, cells)));
  }

  static void takeAll(Room room, List<Share> shares) {
    shares.forEach(room::takeShare);
  }

  static void giveAll(Room room, List<Share> shares) {
    shares.forEach(room::giveShare);
  }
}
