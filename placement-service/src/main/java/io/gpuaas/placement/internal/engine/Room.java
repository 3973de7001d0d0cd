package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.Resources;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Free amounts of all nodes, mutable, with an index of the usable nodes by free GPUs.
///
/// Free amounts may be negative: more is held than the node has now, for example since it shrank.
final class Room {
  /// Nodes with this many free GPUs or more share the last bucket.
  private static final int BUCKETS = 17;

  final NodeTable nodes;
  private final int columns;
  private final int gpuColumn;
  private final long[] free;
  private final Devices devices;
  private final BitSet[] byFreeGpus;
  private @Nullable NodesByState byState;
  private long generation;
  private int tentative;

  /// Takes the arrays over.
  Room(NodeTable nodes, long[] free, Devices devices) {
    this.nodes = nodes;
    this.devices = devices;
    this.free = free;
    columns = nodes.resources().size();
    gpuColumn = nodes.column(Resources.GPU);
    byFreeGpus = new BitSet[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      byFreeGpus[i] = new BitSet(nodes.size());
    }
    BitSet usable = nodes.usable();
    for (int node = usable.nextSetBit(0); node >= 0; node = usable.nextSetBit(node + 1)) {
      byFreeGpus[bucket(node)].set(node);
    }
  }

  private Room(Room other) {
    nodes = other.nodes;
    columns = other.columns;
    gpuColumn = other.gpuColumn;
    free = other.free.clone();
    devices = other.devices.copy();
    byFreeGpus = new BitSet[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      byFreeGpus[i] = (BitSet) other.byFreeGpus[i].clone();
    }
    byState = other.byState == null ? null : other.byState.copy();
  }

  Room copy() {
    return new Room(this);
  }

  /// All nodes as if nothing were held and all were ready.
  static Room empty(NodeTable nodes) {
    Room room = new Room(nodes, nodes.capacity().clone(), Devices.none(nodes));
    for (int node = 0; node < nodes.size(); node++) {
      room.byFreeGpus[room.bucket(node)].set(node);
    }
    return room;
  }

  /// Takes over what is known of the nodes' states.
  void know(@Nullable NodesByState known) {
    byState = known;
  }

  /// The usable nodes by their states now; the same model must be given each time.
  NodesByState byState(FillModel model) {
    NodesByState known = byState;
    if (known == null) {
      known = new NodesByState(nodes.size());
      byState = known;
    }
    known.refresh(model, node -> isUsable(node) ? model.stateOf(node, free, devices) : null);
    return known;
  }

  private void forget(int node) {
    if (byState != null) {
      byState.forget(node);
    }
  }

  private int bucket(int node) {
    long gpus = free[node * columns + gpuColumn];
    return (int) Math.max(0, Math.min(gpus, BUCKETS - 1));
  }

  static int buckets() {
    return BUCKETS;
  }

  /// Nodes with so many free GPUs, or at least so many for the last bucket. Must not be changed.
  BitSet withFreeGpus(int gpus) {
    return byFreeGpus[gpus];
  }

  boolean isUsable(int node) {
    return byFreeGpus[bucket(node)].get(node);
  }

  long free(int node, int column) {
    return free[node * columns + column];
  }

  long freeGpus(int node) {
    return free[node * columns + gpuColumn];
  }

  int gpuColumn() {
    return gpuColumn;
  }

  /// Whole pods that fit on the node, usable or not; 0 or more.
  int podsThatFit(int node, long[] perPod) {
    long most = Integer.MAX_VALUE;
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      if (perPod[i] > 0) {
        most = Math.min(most, free[row + i] / perPod[i]);
      }
    }
    return (int) Math.max(0, most);
  }

  /// Whether one more pod fits on the node by its whole amounts, usable or not.
  boolean hasFor(int node, long[] perPod) {
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      if (perPod[i] > 0 && free[row + i] < perPod[i]) {
        return false;
      }
    }
    return true;
  }

  /// Whether pods are laid down that will be taken up again.
  boolean isTentative() {
    return tentative > 0;
  }

  void tentatively(int spots) {
    tentative += spots;
  }

  /// Grows whenever a node may have more room than before; see [#undo].
  long generation() {
    return generation;
  }

  void take(int node, long[] perPod, int pods) {
    change(node, perPod, -(long) pods);
  }

  void give(int node, long[] perPod, int pods) {
    generation++;
    change(node, perPod, pods);
  }

  /// Takes back the last [#take]: the room is as it was, which is not more than before.
  void undo(int node, long[] perPod, int pods) {
    change(node, perPod, pods);
  }

  private void change(int node, long[] perPod, long pods) {
    forget(node);
    int before = bucket(node);
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      free[row + i] += pods * perPod[i];
    }
    moved(node, before);
  }

  /// Sets the free amounts of the node to the smaller of those of two rooms.
  void setToSmaller(int node, Room a, Room b) {
    forget(node);
    generation++;
    int before = bucket(node);
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      free[row + i] = Math.min(a.free[row + i], b.free[row + i]);
    }
    free[row + gpuColumn] =
        devices.setToSmaller(
            node, a.devices, a.free[row + gpuColumn], b.devices, b.free[row + gpuColumn]);
    moved(node, before);
  }

  /// Where one more pod with such a wish lies best on the node, null when there is no room.
  Devices.@Nullable Share chooseShare(int node, DeviceShare wish) {
    return devices.choose(node, wish, freeGpus(node));
  }

  /// The devices for one more pod that asks for whole ones, see [Devices#chooseWhole].
  @Nullable List<Devices.Share> chooseWhole(int node, long gpus, NumaWish wish) {
    return devices.chooseWhole(node, gpus, wish);
  }

  boolean isTouched(Devices.Share share) {
    return devices.isTouched(share.node(), share.device());
  }

  boolean hasShare(Devices.Share share) {
    return devices.has(share, freeGpus(share.node()));
  }

  /// The device with so many free units, see [Devices#withFree].
  int deviceWith(int node, long units) {
    return devices.withFree(node, units);
  }

  void takeShare(Devices.Share share) {
    forget(share.node());
    if (devices.take(share)) {
      changeGpus(share.node(), -1);
    }
  }

  void giveShare(Devices.Share share) {
    forget(share.node());
    generation++;
    if (devices.give(share)) {
      changeGpus(share.node(), 1);
    }
  }

  private void changeGpus(int node, long gpus) {
    int before = bucket(node);
    free[node * columns + gpuColumn] += gpus;
    moved(node, before);
  }

  private void moved(int node, int before) {
    int after = bucket(node);
    if (after != before && byFreeGpus[before].get(node)) {
      byFreeGpus[before].clear(node);
      byFreeGpus[after].set(node);
      generation++;
    }
  }
}
