package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.List;

/// New runs, the commands about them, and their times.
public final class Runs {
  /// What the stop reasons of preempted runs begin with.
  static final String PREEMPTED = "PREEMPTED_";

  private Runs() {}

  static Run bound(Job job, JobSignal.Admit signal) {
    return new Run(
        signal.run(),
        job.id(),
        job.attempt() + 1,
        RunState.BOUND,
        1,
        signal.epoch(),
        signal.assignments(),
        signal.holdings(),
        signal.at(),
        null,
        null,
        null,
        null,
        "",
        null,
        null,
        null,
        null,
        "",
        0);
  }

  static UsageEvent.RunRef reference(Job job, Run run) {
    return new UsageEvent.RunRef(
        run.id(), job.id(), run.attempt(), job.name(), job.project(), job.user());
  }

  /// The command that makes a cluster have the run; the same for each repetition.
  public static RunCommand ensure(Job job, Run run) {
    return new RunCommand.EnsureRun(
        run.id(),
        1,
        run.boundAt(),
        job.id(),
        job.name(),
        job.project(),
        job.spec().podSets(),
        run.assignments(),
        job.spec(),
        job.savedMillis(),
        run.startedAt() != null);
  }

  /// What is left of a run that ended by itself may go.
  static RunCommand remove(Job job, Run run, Instant endedAt) {
    return new RunCommand.RemoveRun(run.id(), run.generation(), endedAt, job.spec().backend());
  }

  static RunCommand stop(Job job, Run run, Instant at, long graceSeconds) {
    return new RunCommand.StopRun(
        run.id(), run.generation(), at, graceSeconds, job.spec().backend());
  }

  /// The commands that are in force for a run that still holds room, the last one counts: stop it
  /// if it was told to, remove it if it ended by itself, else have it. The one before says what it
  /// was.
  ///
  /// @param noticeSeconds that preempted jobs have at least
  public static List<RunCommand> inForce(Job job, Run run, long noticeSeconds) {
    if (run.stoppingAt() != null) {
      long notice = run.stopReason().startsWith(PREEMPTED) ? noticeSeconds : 0;
      long grace = Math.max(job.spec().graceSeconds(), notice);
      return List.of(stop(job, run, run.stoppingAt(), grace));
    }
    return run.endedAt() == null
        ? List.of(ensure(job, run))
        : List.of(ensure(job, run), remove(job, run, run.endedAt()));
  }

  static Instant notBefore(Instant at, Instant earliest) {
    return at.isBefore(earliest) ? earliest : at;
  }

  /// The latest instant known of the run: a cluster's clock may be behind ours.
  static Instant lastKnown(Run run) {
    if (run.endedAt() != null) {
      return run.endedAt();
    }
    if (run.checkpointAt() != null) {
      return run.checkpointAt();
    }
    return run.startedAt() != null ? run.startedAt() : run.boundAt();
  }
}
