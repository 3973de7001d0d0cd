package io.gpuaas.core;

import java.time.Instant;
import java.util.List;

/// A fact that accounting hears: who holds what from when on, and what capacity there is.
///
/// Events have a gap-free order `seq`; each is recorded in the transaction that made it true.
/// Replaying all of them rebuilds the books.
public sealed interface UsageEvent {
  long seq();

  Instant at();

  /// A run begins to hold its GPUs (it was admitted).
  record RunBound(long seq, Instant at, RunRef run, List<GpuHolding> holdings)
      implements UsageEvent {
    public RunBound {
      holdings = List.copyOf(holdings);
    }
  }

  /// Where the GPUs lie that a run was bound to. Told right after its bind, and once.
  record RunPlaced(long seq, Instant at, RunId run, List<GpuPlace> places) implements UsageEvent {
    public RunPlaced {
      places = List.copyOf(places);
    }
  }

  /// Which of a run's GPUs are nominal or borrowed has changed.
  record RunReclassified(long seq, Instant at, RunId run, List<GpuHolding> holdings)
      implements UsageEvent {
    public RunReclassified {
      holdings = List.copyOf(holdings);
    }
  }

  /// All pods of the run are running.
  record RunStarted(long seq, Instant at, RunId run) implements UsageEvent {}

  /// The run was told to stop; what follows is grace.
  record RunStopping(long seq, Instant at, RunId run, String reason) implements UsageEvent {}

  /// The run's processes ended; the room is not free yet.
  record RunEnded(long seq, Instant at, RunId run, String outcome) implements UsageEvent {}

  /// The cluster has confirmed that nothing of the run is left. `restOfRunLost`: milliseconds of
  /// work, counted back from the end, that were lost and will be repeated.
  record RunReleased(long seq, Instant at, RunId run, String outcome, long lostMillis)
      implements UsageEvent {}

  /// A node's capacity or state is as given from now on. Capacity 0 means that it left.
  ///
  /// @param heldMilliGpus how much of it runs hold while the node is not [NodeState#AVAILABLE]:
  ///   that counts as held, only the rest as down. Not told of available nodes (0).
  record NodeCapacity(
      long seq,
      Instant at,
      NodeRef node,
      String pool,
      String model,
      long milliGpus,
      NodeState state,
      long heldMilliGpus)
      implements UsageEvent {
    /// Nothing is held of it, or it is available.
    public NodeCapacity(
        long seq,
        Instant at,
        NodeRef node,
        String pool,
        String model,
        long milliGpus,
        NodeState state) {
      this(seq, at, node, pool, model, milliGpus, state, 0);
    }
  }

  /// What a node's GPUs count as.
  enum NodeState {
    AVAILABLE,
    /// Not ready: a fault.
    DOWN,
    /// Cordoned or drained: planned.
    PLANNED_DOWN
  }

  /// Who a run belongs to, fixed when it is bound.
  record RunRef(RunId run, JobId job, int attempt, String jobName, String project, String user) {}
}
