package io.gpuaas.cluster.contract;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Jobs and runs as whoever asks a cluster about them knows them.
public final class RunsAndJobs {
  private RunsAndJobs() {}

  /// The job of a command, which runs.
  public static Job job(EnsureRun command) {
    return job(command, JobPhase.RUNNING, 0, 1);
  }

  /// The job of a command, before its first run.
  public static Job waiting(EnsureRun command, int priority) {
    return job(command, JobPhase.QUEUED, priority, 0);
  }

  private static Job job(EnsureRun command, JobPhase phase, int priority, int attempt) {
    Instant at = command.issuedAt();
    return new Job(
        command.job(),
        command.project(),
        command.jobName(),
        "ada",
        Collections.emptySortedMap(),
        command.spec(),
        priority,
        0,
        phase,
        at,
        "",
        "",
        at,
        at,
        at,
        at,
        null,
        attempt,
        0,
        0,
        "",
        null,
        true,
        1);
  }

  /// Its only run.
  ///
  /// @param ended null while it runs
  // NullAway does not see the annotation of a nested type in a class file.
  @SuppressWarnings("NullAway")
  public static Run run(EnsureRun command, Instant bound, @Nullable Instant ended) {
    return new Run(
        command.run(),
        command.job(),
        1,
        RunState.STARTED,
        1,
        1,
        command.assignments(),
        List.of(),
        bound,
        bound,
        null,
        ended,
        null,
        "",
        null,
        null,
        null,
        null,
        "",
        0);
  }
}
