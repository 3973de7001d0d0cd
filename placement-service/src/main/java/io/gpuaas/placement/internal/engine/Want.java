package io.gpuaas.placement.internal.engine;

import java.time.Instant;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// What victims are searched for: quota, and nodes where `gang` is given.
///
/// @param usage what the job takes of the quota
/// @param contested the cells that somebody has to give way in
/// @param gang null when the search is about quota alone
/// @param within the nodes that the gang may lie on, null for all
record Want(
    int project,
    int priority,
    Instant queuedAt,
    CellAmounts usage,
    CellAmounts contested,
    @Nullable GangAsk gang,
    @Nullable BitSet within) {

  static Want of(Waiter waiter, Assignment assignment) {
    return new Want(
        waiter.project(),
        waiter.workload().priority(),
        waiter.workload().queuedAt(),
        assignment.usage,
        assignment.contested,
        assignment.gang(),
        null);
  }

  /// One cell alone, without nodes.
  static Want of(Waiter waiter, int cell, long amount) {
    CellAmounts single = new CellAmounts();
    single.add(cell, amount);
    return new Want(
        waiter.project(),
        waiter.workload().priority(),
        waiter.workload().queuedAt(),
        single,
        single,
        null,
        null);
  }

  Want inside(BitSet nodes) {
    return new Want(project, priority, queuedAt, usage, contested, gang, nodes);
  }
}
