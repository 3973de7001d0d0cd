package io.gpuaas.placement;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attempt of a job on a cluster.
///
/// @param generation of the newest command about it; larger replaces smaller
/// @param holdings what it holds, on whose account
/// @param stopReason why it was told to stop, empty if it was not
/// @param claimant whom its room was cleared for, null when nobody
/// @param checkpointAt its last checkpoint, null when none
/// @param outcome how it ended, null before
/// @param lostMillis work of it that has to be done again
public record Run(
    RunId id,
    JobId job,
    int attempt,
    RunState state,
    long generation,
    long epoch,
    List<PodSetAssignment> assignments,
    List<GpuHolding> holdings,
    Instant boundAt,
    @Nullable Instant startedAt,
    @Nullable Instant stoppingAt,
    @Nullable Instant endedAt,
    @Nullable Instant releasedAt,
    String stopReason,
    @Nullable JobId claimant,
    @Nullable Instant checkpointAt,
    Observation.@Nullable RunOutcome outcome,
    @Nullable Integer exitCode,
    String message,
    long lostMillis) {
  public Run {
    assignments = List.copyOf(assignments);
    holdings = List.copyOf(holdings);
  }

  /// Holds room: it was bound and the cluster has not confirmed that it is gone.
  public boolean holds() {
    return state != RunState.RELEASED;
  }

  /// Name of the cluster that all of it lies in; empty for a run without pods.
  public Optional<String> cluster() {
    return assignments.stream()
        .flatMap(assignment -> assignment.nodes().stream())
        .map(share -> share.node().cluster())
        .findFirst();
  }
}
