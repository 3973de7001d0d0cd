package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import java.time.Instant;

/// What a cluster says. May come late, twice and out of order; `at` is when it happened there.
public sealed interface Observation {
  Instant at();

  /// All pods of the run are running.
  record RunStarted(RunId run, Instant at) implements Observation {}

  /// The run's processes ended by themselves or because they were stopped.
  record RunEnded(RunId run, Instant at, RunOutcome outcome, int exitCode, String message)
      implements Observation {}

  /// Nothing of the run is left; its room is free.
  record RunGone(RunId run, Instant at) implements Observation {}

  /// The run has written a checkpoint.
  record RunCheckpointed(RunId run, Instant at) implements Observation {}

  /// The node is healthy again, or is not.
  record NodeHealth(NodeRef node, Instant at, boolean ready) implements Observation {}

  /// How a run ended.
  enum RunOutcome {
    SUCCEEDED,
    /// Ended by itself with an error.
    FAILED,
    /// Ended because it was told to.
    STOPPED,
    /// Ended because a node or the platform failed.
    NODE_FAILED,
    /// Ended because its cluster gave its room to others.
    PREEMPTED
  }
}
