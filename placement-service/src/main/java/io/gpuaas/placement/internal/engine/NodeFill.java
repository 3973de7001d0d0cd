package io.gpuaas.placement.internal.engine;

import java.util.Arrays;

/// A node that is being filled with offered pods, for the sake of argument. Mutable; [#reset] makes
/// it a node in the given state again.
///
/// A pod is taken when it fits. A share goes on the fullest device that has room, whole GPUs on
/// devices that nobody shares.
final class NodeFill {
  private static final int DEVICES_MAX = 1 << 10;

  private final PodKinds kinds;
  private final NodeState state;
  private final long whole;
  private final long[] fresh;

  /// What is left, by column; GPUs are not counted down.
  final long[] free;

  /// Free units of each device, ascending.
  private final long[] devices;

  NodeFill(PodKinds kinds, int gpuColumn, NodeState state) {
    this.kinds = kinds;
    this.state = state;
    whole = kinds.wholes[state.kind];
    free = state.free.clone();
    int unshared = (int) Math.max(0, Math.min(free[gpuColumn], DEVICES_MAX));
    fresh = Arrays.copyOf(state.parts, state.parts.length + unshared);
    Arrays.fill(fresh, state.parts.length, fresh.length, whole);
    devices = fresh.clone();
  }

  void reset() {
    System.arraycopy(state.free, 0, free, 0, free.length);
    System.arraycopy(fresh, 0, devices, 0, devices.length);
  }

  void offerAll(int[] offers) {
    for (int kind : offers) {
      PodKinds.Offer offer = kinds.offer(state.kind, kind);
      if (offer != null && hasRest(offer) && takeGpus(offer)) {
        for (int i = 0; i < offer.columns().length; i++) {
          free[offer.columns()[i]] -= offer.amounts()[i];
        }
      }
    }
  }

  private boolean hasRest(PodKinds.Offer offer) {
    int[] columns = offer.columns();
    long[] amounts = offer.amounts();
    for (int i = 0; i < columns.length; i++) {
      if (free[columns[i]] < amounts[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean takeGpus(PodKinds.Offer offer) {
    return offer.gpus() > 0 ? takeWhole(offer.gpus()) : takePart(offer.units());
  }

  private boolean takePart(long units) {
    int at = 0;
    while (at < devices.length && devices[at] < units) {
      at++;
    }
    if (at == devices.length) {
      return false;
    }
    long left = devices[at] - units;
    for (; at > 0 && devices[at - 1] > left; at--) {
      devices[at] = devices[at - 1];
    }
    devices[at] = left;
    return true;
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

  /// GPU milli that nobody has taken.
  double idleMilli() {
    long units = 0;
    for (long device : devices) {
      units += device;
    }
    return whole == Devices.MILLI ? units : 1000.0 * units / whole;
  }
}
