package io.gpuaas.placement.internal.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Where the pods of one pod set lie: `counts[i]` pods on `nodes[i]`, in rank order.
final class Spot {
  static final Spot NOWHERE = new Spot(new int[0], new int[0]);

  private final int[] nodes;
  private final int[] counts;

  /// Parts of devices, one for each pod; of whole ones each that is known by its number.
  private final List<Devices.Share> shares;

  Spot(int[] nodes, int[] counts) {
    this(nodes, counts, List.of());
  }

  Spot(int[] nodes, int[] counts, List<Devices.Share> shares) {
    this.nodes = nodes;
    this.counts = counts;
    this.shares = List.copyOf(shares);
  }

  /// The devices of the pods on the `index`-th node, pod by pod; none where they take whole ones
  /// and it does not matter which.
  List<Integer> devices(int index) {
    return shares.stream()
        .filter(it -> it.node() == nodes[index])
        .map(Devices.Share::device)
        .toList();
  }

  /// First slices of the MIG instances of the pods on the `index`-th node, none for other pods.
  List<Integer> starts(int index) {
    return shares.stream()
        .filter(it -> it.node() == nodes[index] && it.slices() != 0)
        .map(it -> Integer.numberOfTrailingZeros(it.slices()))
        .toList();
  }

  /// Shared: must not be changed.
  int[] nodes() {
    return nodes;
  }

  /// Shared: must not be changed.
  int[] counts() {
    return counts;
  }

  static Spot of(List<int[]> pairs) {
    int[] nodes = new int[pairs.size()];
    int[] counts = new int[pairs.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = pairs.get(i)[0];
      counts[i] = pairs.get(i)[1];
    }
    return new Spot(nodes, counts);
  }

  /// The same place in an order of the caller's.
  Spot sortedBy(IntUnaryOperator rank) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < nodes.length; i++) {
      pairs.add(new int[] {nodes[i], counts[i]});
    }
    pairs.sort(Comparator.comparingInt(pair -> rank.applyAsInt(pair[0])));
    return of(pairs);
  }

  /// The same with the devices of pods that ask for whole ones, on machines that say which NUMA
  /// nodes they have; null where pods must be aligned and cannot be. Changes nothing in the room.
  @Nullable Spot withDevices(Room room, PodAsk pod) {
    long gpus = pod.wholeGpus();
    if (!room.nodes.hasNuma() || pod.isShared() || gpus == 0 || !shares.isEmpty()) {
      return this;
    }
    List<Devices.Share> found = new ArrayList<>();
    boolean complete = true;
    for (int i = 0; i < nodes.length && complete; i++) {
      for (int each = 0; each < counts[i] && complete; each++) {
        List<Devices.Share> whole = room.chooseWhole(nodes[i], gpus, pod.set.numa());
        complete = whole != null;
        if (whole != null) {
          Devices.takeAll(room, whole);
          found.addAll(whole);
        }
      }
    }
    Devices.giveAll(room, found);
    return complete ? new Spot(nodes, counts, found) : null;
  }

  void take(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.take(nodes[i], perPod, counts[i]);
    }
    Devices.takeAll(room, shares);
  }

  void undo(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.undo(nodes[i], perPod, counts[i]);
    }
    Devices.giveAll(room, shares);
  }

  void give(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      room.give(nodes[i], perPod, counts[i]);
    }
    Devices.giveAll(room, shares);
  }

  /// Whether each node still has room for its pods, one pod set looked at alone.
  boolean fits(Room room, long[] perPod) {
    for (int i = 0; i < nodes.length; i++) {
      boolean usable = room.isUsable(nodes[i]);
      if (!usable || room.podsThatFit(nodes[i], perPod) < counts[i]) {
        return false;
      }
    }
    return sharesFit(room);
  }

  /// Laid down one after the other, because two shares of untouched devices need two of them.
  private boolean sharesFit(Room room) {
    int laid = 0;
    while (laid < shares.size() && hasShare(room, shares.get(laid))) {
      Devices.takeAll(room, shares.subList(laid, laid + 1));
      laid++;
    }
    Devices.giveAll(room, shares.subList(0, laid));
    return laid == shares.size();
  }

  private static boolean hasShare(Room room, Devices.Share share) {
    return room.hasShare(share);
  }

  int pods() {
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }
}
