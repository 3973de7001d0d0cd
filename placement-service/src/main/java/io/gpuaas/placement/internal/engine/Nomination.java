package io.gpuaas.placement.internal.engine;

import java.util.List;

/// What could be done for one job: an assignment, and who has to go for it.
record Nomination(Waiter waiter, Assignment assignment, List<Victim> victims) {
  /// Whether the job starts now, later, or after its victims have gone.
  boolean isUseful() {
    return switch (assignment.mode) {
      case FIT, DEFERRED -> true;
      case NO_FIT -> false;
      case NO_CANDIDATES, PREEMPT, RECLAIM -> !victims.isEmpty();
    };
  }
}
