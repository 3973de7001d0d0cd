package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import java.time.Instant;
import java.util.List;

/// What a cluster shall make true of a run. Sending it again changes nothing; a cluster that has
/// seen a higher `generation` of the run ignores it.
public sealed interface RunCommand {
  RunId run();

  long generation();

  /// When the command was first decided, not when it is sent: a repeated command carries the same
  /// instant.
  Instant issuedAt();

  /// What the job asked to be driven by on its cluster; empty for what drives the cluster.
  String backend();

  /// The run shall exist with these pods on these nodes.
  ///
  /// @param savedMillis work that checkpoints of earlier runs have kept; the job goes on from there
  /// @param started whether the cluster has said that it started: what of it is missing now was
  ///   lost
  record EnsureRun(
      RunId run,
      long generation,
      Instant issuedAt,
      JobId job,
      String jobName,
      String project,
      List<PodSet> podSets,
      List<PodSetAssignment> assignments,
      JobSpec spec,
      long savedMillis,
      boolean started)
      implements RunCommand {
    public EnsureRun {
      podSets = List.copyOf(podSets);
      assignments = List.copyOf(assignments);
    }

    @Override
    public String backend() {
      return spec.backend();
    }
  }

  /// The run shall end after at most `graceSeconds`, and nothing of it be left.
  record StopRun(RunId run, long generation, Instant issuedAt, long graceSeconds, String backend)
      implements RunCommand {
    /// One of a run that is driven as its cluster is.
    public StopRun(RunId run, long generation, Instant issuedAt, long graceSeconds) {
      this(run, generation, issuedAt, graceSeconds, "");
    }
  }

  /// The run's end is recorded: nothing that tells of it is needed any more, and nothing of it
  /// shall be left.
  record RemoveRun(RunId run, long generation, Instant issuedAt, String backend)
      implements RunCommand {
    /// One of a run that is driven as its cluster is.
    public RemoveRun(RunId run, long generation, Instant issuedAt) {
      this(run, generation, issuedAt, "");
    }
  }
}
