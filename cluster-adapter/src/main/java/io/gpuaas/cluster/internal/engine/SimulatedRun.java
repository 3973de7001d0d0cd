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

  /// Events that were planned before this number no longer hold: the run was told to stop.
  long planNumber;

  SimulatedRun(EnsureRun command) {
    this.command = command;
    for (PodSetAssignment assignment : command.assignments()) {
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        nodes.add(share.node());
      }
    }
  }

  void end(Instant at, RunOutcome how, int code, String sentence) {
    endedAt = at;
    outcome = how;
    exitCode = code;
    message = sentence;
  }
}
