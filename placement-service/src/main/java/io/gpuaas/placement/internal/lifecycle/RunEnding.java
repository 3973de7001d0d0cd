package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/// The two halves of a run's end: its processes end, then its room is free.
final class RunEnding {
  private static final String CLUSTER = "cluster";

  private RunEnding() {}

  /// The processes ended; the room is still held.
  static TransitionBuilder of(Job job, Run run, JobSignal.Ended signal) {
    Instant at = Runs.notBefore(signal.at(), Runs.lastKnown(run));
    Next next = next(job, run, signal.outcome());
    boolean byItself =
        next == Next.SUCCEEDED || (signal.outcome() == RunOutcome.FAILED && !told(run));
    Run ended =
        new RunEdit(run)
            .ended(at, signal.outcome(), signal.exitCode(), signal.message())
            .lost(byItself ? 0 : lostMillis(job, run, at))
            .done();
    JobEdit edit = new JobEdit(job).exitCode(signal.exitCode());
    if (isPlatformFailure(run, signal.outcome())) {
      edit.failedOnce();
    }
    switch (next) {
      case SUCCEEDED ->
          edit.phase(JobPhase.SUCCEEDED, at).reason("", "").ended(at, signal.exitCode());
      case FAILED ->
          edit.phase(JobPhase.FAILED, at)
              .reason(failure(signal.outcome()), signal.message())
              .ended(at, signal.exitCode());
      case STOPS -> {}
      case RETRIES ->
          edit.phase(JobPhase.STOPPING, at).reason(failure(signal.outcome()), signal.message());
    }
    TransitionBuilder result = new TransitionBuilder(edit.done(), ended);
    result.event(at, eventKind(next), CLUSTER, sentence(signal));
    result.usage(new UsageEvent.RunEnded(0, at, run.id(), signal.outcome().name()));
    if (!told(run)) {
      result.world(new WorldChange.Evicting(job.id(), null, at));
    }
    return result;
  }

  private static String eventKind(Next next) {
    return switch (next) {
      case SUCCEEDED -> "Succeeded";
      case FAILED -> "Failed";
      case STOPS, RETRIES -> "Ended";
    };
  }

  private static String sentence(JobSignal.Ended signal) {
    return signal.message().isEmpty()
        ? "Its processes ended with exit code %d.".formatted(signal.exitCode())
        : signal.message();
  }

  /// The cluster confirmed that nothing is left: the room is free, and the job waits again or comes
  /// to rest.
  static TransitionBuilder released(Job job, Run run, Instant goneAt) {
    Instant at = Runs.notBefore(goneAt, Runs.lastKnown(run));
    Run released = new RunEdit(run).released(at).done();
    JobEdit edit = new JobEdit(job);
    String outcome = Objects.requireNonNull(run.outcome()).name();
    boolean waitsAgain = !job.phase().isTerminal() && job.stopAsked().isEmpty();
    if (waitsAgain) {
      edit.phase(JobPhase.QUEUED, at).saved(savedMillis(job, run)).waitsAgain(at);
    } else if (!job.phase().isTerminal()) {
      StopCause cause = StopCause.valueOf(job.stopAsked());
      edit.phase(cause == StopCause.MAX_RUNTIME ? JobPhase.TIMED_OUT : JobPhase.CANCELLED, at)
          .ended(Runs.lastKnown(run), run.exitCode())
          .atRest();
    } else {
      edit.atRest();
    }
    Job after = edit.done();
    TransitionBuilder result = new TransitionBuilder(after, null, released);
    result.usage(new UsageEvent.RunReleased(0, at, run.id(), outcome, released.lostMillis()));
    result.world(new WorldChange.Released(job.id(), at));
    if (waitsAgain) {
      result.world(new WorldChange.Queued(Workloads.of(after, null)));
      result.event(at, "Requeued", CLUSTER, "Waits again; its room is free.");
    } else if (!job.phase().isTerminal()) {
      String kind = after.phase() == JobPhase.TIMED_OUT ? "TimedOut" : "Cancelled";
      result.event(at, kind, CLUSTER, "Stopped; its room is free.");
    }
    return result;
  }

  private enum Next {
    SUCCEEDED,
    FAILED,
    STOPS,
    RETRIES
  }

  private static Next next(Job job, Run run, RunOutcome outcome) {
    if (told(run)) {
      return outcome == RunOutcome.SUCCEEDED ? Next.SUCCEEDED : Next.STOPS;
    }
    return switch (outcome) {
      case SUCCEEDED -> Next.SUCCEEDED;
      case FAILED, STOPPED -> Next.FAILED;
      case NODE_FAILED ->
          job.failures() + 1 < job.spec().maxAttempts() ? Next.RETRIES : Next.FAILED;
      case PREEMPTED -> Next.RETRIES;
    };
  }

  /// One that was told to stop was no failure, whatever then ended it.
  private static boolean isPlatformFailure(Run run, RunOutcome outcome) {
    return outcome == RunOutcome.NODE_FAILED && !told(run);
  }

  private static boolean told(Run run) {
    return run.state() == RunState.STOPPING;
  }

  private static String failure(RunOutcome outcome) {
    return switch (outcome) {
      case NODE_FAILED -> "NODE_FAILURE";
      case PREEMPTED -> Runs.PREEMPTED + "BY_CLUSTER";
      case STOPPED -> "STOPPED_OUTSIDE";
      case FAILED, SUCCEEDED -> "EXIT_NONZERO";
    };
  }

  /// Work since the last checkpoint; none when nobody wants it any more.
  private static long lostMillis(Job job, Run run, Instant endedAt) {
    if (!job.stopAsked().isEmpty() || run.startedAt() == null) {
      return 0;
    }
    Instant kept = run.checkpointAt() == null ? run.startedAt() : run.checkpointAt();
    return Duration.between(kept, endedAt).toMillis();
  }

  private static long savedMillis(Job job, Run run) {
    if (run.startedAt() == null || run.checkpointAt() == null) {
      return job.savedMillis();
    }
    long newlySaved = Duration.between(run.startedAt(), run.checkpointAt()).toMillis();
    return Math.addExact(job.savedMillis(), newlySaved);
  }
}
