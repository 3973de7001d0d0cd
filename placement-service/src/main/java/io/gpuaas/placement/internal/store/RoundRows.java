package io.gpuaas.placement.internal.store;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Rows as [RoundStore] sends them: the names of the components are those of the JSON fields.
public final class RoundRows {
  private RoundRows() {}

  /// What may change of a job.
  ///
  /// @param storedVersion of its row, from which the change was made
  public record JobRow(
      String id,
      long storedVersion,
      JobPhase phase,
      Instant phaseSince,
      String reason,
      String message,
      Instant queuedAt,
      @Nullable Instant admittedAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      int attempt,
      int failures,
      long savedMillis,
      String stopAsked,
      @Nullable Integer exitCode,
      boolean live,
      long version) {
    public static JobRow of(Job job, long storedVersion) {
      return new JobRow(
          job.id().value(),
          storedVersion,
          job.phase(),
          job.phaseSince(),
          job.reason(),
          job.message(),
          job.queuedAt(),
          job.admittedAt(),
          job.startedAt(),
          job.endedAt(),
          job.attempt(),
          job.failures(),
          job.savedMillis(),
          job.stopAsked(),
          job.exitCode(),
          job.live(),
          job.version());
    }
  }

  /// A run. Where it lies is sent with a new one only, since it never changes.
  public record RunRow(
      String id,
      String job,
      int attempt,
      RunState state,
      long generation,
      long epoch,
      @Nullable List<PodSetAssignment> assignments,
      List<GpuHolding> holdings,
      Instant boundAt,
      @Nullable Instant startedAt,
      @Nullable Instant stoppingAt,
      @Nullable Instant endedAt,
      @Nullable Instant releasedAt,
      String stopReason,
      @Nullable String claimant,
      @Nullable Instant checkpointAt,
      Observation.@Nullable RunOutcome outcome,
      @Nullable Integer exitCode,
      String message,
      long lostMillis) {
    public static RunRow fresh(Run run) {
      return of(run, run.assignments());
    }

    public static RunRow changed(Run run) {
      return of(run, null);
    }

    private static RunRow of(Run run, @Nullable List<PodSetAssignment> assignments) {
      JobId claimant = run.claimant();
      return new RunRow(
          run.id().value(),
          run.job().value(),
          run.attempt(),
          run.state(),
          run.generation(),
          run.epoch(),
          assignments,
          run.holdings(),
          run.boundAt(),
          run.startedAt(),
          run.stoppingAt(),
          run.endedAt(),
          run.releasedAt(),
          run.stopReason(),
          claimant == null ? null : claimant.value(),
          run.checkpointAt(),
          run.outcome(),
          run.exitCode(),
          run.message(),
          run.lostMillis());
    }
  }

  record EventRow(
      String job,
      String project,
      Instant at,
      String kind,
      JobPhase phase,
      String actor,
      String message,
      SortedMap<String, String> detail) {
    static EventRow of(JobEvent event) {
      return new EventRow(
          event.job().value(),
          event.project(),
          event.at(),
          event.kind(),
          event.phase(),
          event.actor(),
          event.message(),
          event.detail());
    }
  }

  record UsageRow(long seq, Instant at, String kind, UsageEvent payload) {
    static UsageRow of(UsageEvent event) {
      return new UsageRow(event.seq(), event.at(), event.getClass().getSimpleName(), event);
    }
  }

  /// What a cluster said and what became of it.
  ///
  /// @param effect `applied`, or why it was ignored
  public record HeardRow(
      String cluster,
      String kind,
      String subject,
      Instant at,
      Instant receivedAt,
      Observation detail,
      String effect) {
    public static HeardRow of(
        String cluster, Observation observation, Instant receivedAt, String effect) {
      return new HeardRow(
          cluster,
          observation.getClass().getSimpleName(),
          subject(observation),
          observation.at(),
          receivedAt,
          observation,
          effect);
    }

    private static String subject(Observation observation) {
      return switch (observation) {
        case Observation.RunStarted started -> started.run().value();
        case Observation.RunEnded ended -> ended.run().value();
        case Observation.RunGone gone -> gone.run().value();
        case Observation.RunCheckpointed checkpointed -> checkpointed.run().value();
        case Observation.NodeHealth health -> health.node().toString();
      };
    }
  }
}
