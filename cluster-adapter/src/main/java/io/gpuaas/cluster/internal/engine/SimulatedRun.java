package io.gpuaas.cluster.internal.engine;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A run inside a simulated cluster. Mutable; owned by its [ClusterModel].
final class SimulatedRun {
  final EnsureRun command;
  final Instant startsAt;
  final SortedSet<NodeRef> nodes = new TreeSet<>();
  @Nullable Instant startedAt;
  @Nullable Instant checkpointAt;
  @Nullable Instant endedAt;
  @Nullable Instant goneAt;

  /// The end has happened, and is not only planned.
  boolean endIsSaid;

  RunOutcome outcome = RunOutcome.SUCCEEDED;
  int exitCode;
  String message = "";

  /// When it was told to stop, or lost a node: what was to happen later does not.
  @Nullable Instant cutAt;

  /// Events that were planned before this number no longer hold: the run was told to stop.
  long planNumber;

  SimulatedRun(EnsureRun command, Instant startsAt) {
    this.command = command;
    this.startsAt = startsAt;
    for (PodSetAssignment assignment : command.assignments()) {
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        nodes.add(share.node());
      }
    }
  }

  /// An end, had or planned.
  record End(Instant at, RunOutcome outcome, int exitCode, String message) {}

  void end(End end) {
    endedAt = end.at();
    outcome = end.outcome();
    exitCode = end.exitCode();
    message = end.message();
  }

  /// Whether it was told to stop, or was lost, before `at`.
  boolean isCutBefore(Instant at) {
    return cutAt != null && cutAt.isBefore(at);
  }
}
