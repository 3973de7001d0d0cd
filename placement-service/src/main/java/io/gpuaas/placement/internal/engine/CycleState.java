package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The world while a cycle decides on it. Mutable, used by one thread for one cycle.
///
/// It is kept twice: *now*, where jobs that are being evicted still hold their room, and *future*,
/// where they are gone and the jobs they were evicted for are in. A job may be admitted when it
/// fits both: then nobody's cleared room is taken, and nothing is given out that is not free.
/// Without evictions the two are one.
final class CycleState {
  final WorldIndex index;
  final Catalog catalog;
  final Instant now;
  private final QuotaUsage usageNow;
  private QuotaUsage usageFuture;
  private final Room roomNow;
  private Room roomFuture;
  private Room roomUsable;
  private boolean split;
  private int growth;
  private final EvictionGuard guard;
  private @Nullable Instant again;
  private final SortedSet<JobId> gone = new TreeSet<>();
  private final SortedMap<Integer, List<Holding>> staying = new TreeMap<>();

  CycleState(WorldIndex index, Instant now) {
    this.index = index;
    this.catalog = index.catalog;
    this.now = now;
    guard = new EvictionGuard(index.policy.evictions());
    usageNow = index.usage.copy();
    usageFuture = usageNow;
    roomNow = new Room(index.nodes(), index.free.clone(), index.devices.copy());
    roomNow.know(index.nodesByState());
    roomFuture = roomNow;
    roomUsable = roomNow;
  }

  /// Quota with the evicted gone and their claimants in.
  QuotaUsage usage() {
    return usageFuture;
  }

  /// Quota as it is held at this moment.
  QuotaUsage usageNow() {
    return usageNow;
  }

  /// What may be given out at once.
  Room usable() {
    return roomUsable;
  }

  /// Nodes with the evicted gone and their claimants in.
  Room future() {
    return roomFuture;
  }

  boolean isSplit() {
    return split;
  }

  private void split() {
    if (!split) {
      split = true;
      usageFuture = usageNow.copy();
      roomFuture = roomNow.copy();
      roomUsable = roomNow.copy();
    }
  }

  /// From now on the job counts as gone in the future; now it still holds.
  void leaves(Holding holding) {
    if (gone.add(holding.id)) {
      staying.remove(holding.project);
      split();
      growth++;
      holding.removeFrom(usageFuture);
      holding.giveTo(roomFuture);
      refresh(holding.nodes);
    }
  }

  /// How often room has grown so far; while it stays the same, room only becomes less.
  int growth() {
    return growth;
  }

  boolean isGone(Holding holding) {
    return gone.contains(holding.id);
  }

  /// The job gets its room now.
  void admit(Assignment assignment) {
    int project = assignment.shape.project;
    assignment.usage.addTo(usageNow, project);
    if (split) {
      assignment.usage.addTo(usageFuture, project);
    }
    take(assignment, roomNow);
    if (split) {
      take(assignment, roomFuture);
      refresh(assignment);
    }
  }

  /// The job gets its room once others are gone; nobody else may have it.
  void reserve(Assignment assignment) {
    split();
    assignment.usage.addTo(usageFuture, assignment.shape.project);
    take(assignment, roomFuture);
    refresh(assignment);
  }

  /// Keeps so much of the project's quota from others, in the future only.
  void block(int project, CellAmounts amounts) {
    split();
    amounts.addTo(usageFuture, project);
  }

  private static void take(Assignment assignment, Room room) {
    Spot[] spots = assignment.spots;
    if (spots != null) {
      for (int i = 0; i < spots.length; i++) {
        spots[i].take(room, assignment.shape.pods.get(i).perPod);
      }
    }
  }

  private void refresh(Assignment assignment) {
    Spot[] spots = assignment.spots;
    if (spots != null) {
      for (Spot spot : spots) {
        refresh(spot.nodes());
      }
    }
  }

  private void refresh(int[] nodes) {
    for (int node : nodes) {
      roomUsable.setToSmaller(node, roomNow, roomFuture);
    }
  }

  /// Jobs that hold room and are not leaving, of a project, in no particular order.
  List<Holding> staying(int project) {
    List<Holding> known = staying.get(project);
    if (known == null) {
      known = new ArrayList<>();
      for (Holding holding : index.heldByProject.get(project).values()) {
        if (gone.isEmpty() || !gone.contains(holding.id)) {
          known.add(holding);
        }
      }
      staying.put(project, known);
    }
    return known;
  }

  /// Whether the job may be preempted at all. One that is protected for a while makes the cycle
  /// worth repeating after it.
  boolean isTakeable(Holding holding) {
    if (holding.evicting()) {
      return true;
    }
    if (!holding.held.workload().preemptible()) {
      return false;
    }
    Integer evictions = Remembered.find(index.evictions, holding.id);
    Instant until = guard.protectedUntil(holding, evictions == null ? 0 : evictions, now);
    if (until.isAfter(now)) {
      repeatAt(until);
      return false;
    }
    return true;
  }

  /// Time alone may change what is decided, at `at`.
  void repeatAt(Instant at) {
    again = again == null || at.isBefore(again) ? at : again;
  }

  /// When the cycle is worth repeating though nothing has happened; null for never.
  @Nullable Instant again() {
    return again;
  }

  /// Waiting jobs that room is being or has been cleared for, in queue order. A claim to room that
  /// is free lapses after a while.
  List<Waiter> claimants() {
    SortedSet<Waiter> found = new TreeSet<>(Waiter.QUEUE_ORDER);
    for (Holding holding : index.evicting.values()) {
      @Nullable JobId claimant = holding.held.claimant();
      Waiter waiter = claimant == null ? null : index.waiter(claimant);
      if (waiter != null) {
        found.add(waiter);
      }
    }
    for (Remembered<Instant> claim : index.claims.values()) {
      Waiter waiter = index.waiter(claim.job());
      Instant lapses = claim.value().plusMillis(index.policy.evictions().claimMillis());
      if (waiter != null && lapses.isAfter(now)) {
        found.add(waiter);
        repeatAt(lapses);
      }
    }
    return List.copyOf(found);
  }

  /// Jobs that are being evicted, or will be by this cycle.
  List<Holding> leaving() {
    List<Holding> result = new ArrayList<>();
    for (JobId job : gone) {
      Holding holding = index.holding(job);
      if (holding != null) {
        result.add(holding);
      }
    }
    return result;
  }

  /// Lets all that are being evicted leave.
  void leaveAllEvicting() {
    index.evicting.values().forEach(this::leaves);
  }
}
