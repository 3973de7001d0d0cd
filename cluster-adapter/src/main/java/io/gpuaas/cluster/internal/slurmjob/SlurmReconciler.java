package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides about one run by the state of its Slurm job, as the reconciler of Kubernetes runs does.
public final class SlurmReconciler {
  private SlurmReconciler() {}

  /// What is to be done about the job.
  public enum Deed {
    NOTHING,
    SUBMIT,
    /// Ends it with its grace; asked again until it is over.
    CANCEL
  }

  /// What comes of it.
  public record Next(Deed deed, List<Observation> observations, Said said) {
    public Next {
      observations = List.copyOf(observations);
    }
  }

  /// What to do and to say next.
  ///
  /// @param job null when Slurm knows none; the list it was looked up in was read after the command
  public static Next next(RunCommand command, @Nullable SlurmJob job, Said said, Instant now) {
    List<Observation> observations = new ArrayList<>();
    Said after = job == null ? said : new Said(true, said.started(), said.ended(), said.gone());
    Deed deed = Deed.NOTHING;
    boolean asked = !(command instanceof EnsureRun);
    if (job != null) {
      after = tell(command, job, after, observations, now);
      boolean alive =
          job.stage() == SlurmJob.Stage.WAITING || job.stage() == SlurmJob.Stage.RUNNING;
      deed = asked && alive ? Deed.CANCEL : Deed.NOTHING;
    } else if (command instanceof EnsureRun ensure) {
      boolean wasThere = after.made() || ensure.started();
      if (wasThere && !after.ended()) {
        observations.add(
            ended(command, now, RunOutcome.FAILED, -1, "Slurm does not know its job any more."));
        after = new Said(true, after.started(), true, after.gone());
      }
      deed = wasThere ? Deed.NOTHING : Deed.SUBMIT;
    }
    boolean over = job == null || job.stage().isOver();
    if (asked && over && !after.gone()) {
      if (!after.ended() && command instanceof StopRun) {
        observations.add(ended(command, now, RunOutcome.STOPPED, 143, ""));
      }
      observations.add(new Observation.RunGone(command.run(), now));
      after = new Said(after.made(), after.started(), true, true);
    }
    return new Next(deed, observations, after);
  }

  private static Said tell(
      RunCommand command, SlurmJob job, Said said, List<Observation> observations, Instant now) {
    Said after = said;
    Instant startedAt = job.startedAt();
    boolean ran =
        job.stage() == SlurmJob.Stage.RUNNING
            || job.stage() == SlurmJob.Stage.SUCCEEDED
            || job.stage() == SlurmJob.Stage.FAILED;
    if (!after.started() && ran && startedAt != null) {
      observations.add(new Observation.RunStarted(command.run(), startedAt));
      after = new Said(after.made(), true, after.ended(), after.gone());
    }
    RunEnded end =
        wasRequeued(command, job, after) ? requeued(command, job, now) : end(command, job);
    if (!after.ended() && end != null) {
      observations.add(end);
      after = new Said(after.made(), after.started(), true, after.gone());
    }
    return after;
  }

  /// Slurm put a job that ran back into its queue. For us that run is over: the next one is placed
  /// anew.
  private static boolean wasRequeued(RunCommand command, SlurmJob job, Said said) {
    boolean ran = said.started() || (command instanceof EnsureRun ensure && ensure.started());
    return ran && job.stage() == SlurmJob.Stage.WAITING;
  }

  private static RunEnded requeued(RunCommand command, SlurmJob job, Instant now) {
    String message = "Slurm preempted it and put it back: %s.".formatted(job.reason());
    return ended(command, now, RunOutcome.NODE_FAILED, 143, message);
  }

  private static @Nullable RunEnded end(RunCommand command, SlurmJob job) {
    Instant at = job.endedAt() == null ? command.issuedAt() : job.endedAt();
    String states = String.join(" ", job.states());
    if (wasStopped(command, job, at)) {
      return ended(command, at, RunOutcome.STOPPED, 143, "");
    }
    return switch (job.stage()) {
      case WAITING, RUNNING, COMPLETING -> null;
      case SUCCEEDED -> ended(command, at, RunOutcome.SUCCEEDED, 0, "");
      case DISTURBED ->
          ended(command, at, disturbance(job), 143, "Slurm ended it: %s.".formatted(states));
      case FAILED ->
          ended(
              command,
              at,
              RunOutcome.FAILED,
              job.exitCode() == 0 ? -1 : job.exitCode(),
              "Slurm job %d: %s, exit code %d.".formatted(job.id(), states, job.exitCode()));
      case CANCELLED ->
          command instanceof EnsureRun
              ? ended(command, at, RunOutcome.FAILED, -1, "It was cancelled in Slurm.")
              : ended(command, at, RunOutcome.STOPPED, 143, "");
    };
  }

  /// One that had to make room for another is no fault of the platform's.
  private static RunOutcome disturbance(SlurmJob job) {
    return job.states().contains("PREEMPTED") ? RunOutcome.PREEMPTED : RunOutcome.NODE_FAILED;
  }

  /// Slurm's times are whole seconds. What ended before it was told to has ended by itself.
  private static boolean wasStopped(RunCommand command, SlurmJob job, Instant at) {
    boolean ended = job.stage() == SlurmJob.Stage.SUCCEEDED || job.stage() == SlurmJob.Stage.FAILED;
    return ended
        && command instanceof StopRun stop
        && !at.isBefore(stop.issuedAt().truncatedTo(ChronoUnit.SECONDS));
  }

  private static RunEnded ended(
      RunCommand command, Instant at, RunOutcome outcome, int exitCode, String message) {
    return new RunEnded(command.run(), at, outcome, exitCode, message);
  }
}
