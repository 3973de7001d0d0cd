package io.gpuaas.placement.internal.engine;

import java.util.Arrays;

/// A node that is being filled with offered pods, for the sake of argument. Mutable; [#fill] begins
/// with the node in the given state each time.
///
/// A pod is taken when it fits. A share goes on the fullest device that has room, whole GPUs on
/// devices that nobody shares.
final class NodeFill {
  private static final int DEVICES_MAX = 1 << 10;

  private final NodeOffers offers;
  private final NodeState state;
  private final long whole;
  private final long[] fresh;

  /// What is left, by column of the offers.
  private final long[] rest;

  /// Free units of each device, ascending.
  private final long[] devices;

  /// @param whole units of a whole device
  NodeFill(NodeOffers offers, NodeState state, int gpuColumn, long whole) {
    this.offers = offers;
    this.state = state;
    this.whole = whole;
    rest = new long[offers.columns.length];
    int unshared = (int) Math.max(0, Math.min(state.free[gpuColumn], DEVICES_MAX));
    fresh = Arrays.copyOf(state.parts, state.parts.length + unshared);
    Arrays.fill(fresh, state.parts.length, fresh.length, whole);
    devices = fresh.clone();
  }

  /// Offers the pods of one of the sequences until nothing more can be taken.
  void fill(int sequence) {
    for (int i = 0; i < rest.length; i++) {
      rest[i] = state.free[offers.columns[i]];
    }
    System.arraycopy(fresh, 0, devices, 0, devices.length);
    long[] pods = offers.sequences[sequence];
    int width = offers.width();
    long largest = largest();
    boolean full = offers.fillNothing(rest, largest);
    for (int at = 0; at < pods.length && !full; at += width) {
      if (pods[at] <= largest && hasRest(pods, at + 2) && takeGpus(pods[at], pods[at + 1])) {
        for (int i = 0; i < rest.length; i++) {
          rest[i] -= pods[at + 2 + i];
        }
        largest = largest();
        full = offers.fillNothing(rest, largest);
      }
    }
  }

  private long largest() {
    return devices.length == 0 ? 0 : devices[devices.length - 1];
  }

  private boolean hasRest(long[] pods, int at) {
    for (int i = 0; i < rest.length; i++) {
      if (rest[i] < pods[at + i] && pods[at + i] > 0) {
        return false;
      }
    }
    return true;
  }

  private boolean takeGpus(long units, long gpus) {
    if (gpus > 0) {
      return takeWhole((int) gpus);
    }
    takePart(units);
    return true;
  }

  /// There is a device with so many free units.
  private void takePart(long units) {
    int at = 0;
    while (devices[at] < units) {
      at++;
    }
    long left = devices[at] - units;
    for (; at > 0 && devices[at - 1] > left; at--) {
      devices[at] = devices[at - 1];
    }
    devices[at] = left;
  }

  private boolean takeWhole(int gpus) {
    int first = devices.length - gpus;
    if (first < 0 || devices[first] < whole) {
      return false;
    }
    System.arraycopy(devices, 0, devices, gpus, first);
    Arrays.fill(devices, 0, gpus, 0);
    return true;
  }

  /// Writes what is left after [#fill] into an array by column of the nodes.
  void writeRest(long[] free) {
    for (int i = 0; i < rest.length; i++) {
      free[offers.columns[i]] = rest[i];
    }
  }

  /// GPU milli that nobody has taken.
  double idleMilli() {
    long units = 0;
    for (long device : devices) {
      units += device;
    }
    return whole == Devices.MILLI ? units : 1000.0 * units / whole;
  }
}
