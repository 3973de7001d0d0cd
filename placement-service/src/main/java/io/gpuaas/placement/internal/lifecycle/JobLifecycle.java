package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import java.time.Instant;

/// The life of a job: what each signal does in each phase.
///
/// | signal | QUEUED | ADMITTED, RUNNING | STOPPING | ended |
/// |---|---|---|---|---|
/// | Admit | ADMITTED | – | – | – |
/// | Preempt | – | STOPPING, then QUEUED | – | – |
/// | Reject | REJECTED | – | – | – |
/// | Stop | CANCELLED | STOPPING, then CANCELLED or TIMED_OUT | is remembered | – |
/// | Started | – | RUNNING | – | – |
/// | Ended | – | SUCCEEDED, FAILED, or STOPPING when it will be retried | same | – |
/// | Gone | – | room is free; waits again, or comes to rest | same | same |
///
/// "–" is [Transition.Ignored]. Signals of a run that is not the job's newest are ignored, so late
/// and repeated observations change nothing.
public final class JobLifecycle {
  private static final String SCHEDULER = "scheduler";
  private static final String CLUSTER = "cluster";

  private JobLifecycle() {}

  public static Transition apply(LiveJob live, JobSignal signal) {
    return switch (signal) {
      case JobSignal.Admit admit -> admit(live, admit);
      case JobSignal.Preempt preempt -> preempt(live, preempt);
      case JobSignal.Reject reject -> reject(live, reject);
      case JobSignal.Stop stop -> stop(live, stop);
      case JobSignal.Started started -> started(live, started);
      case JobSignal.Ended ended -> ended(live, ended);
      case JobSignal.Gone gone -> gone(live, gone);
      case JobSignal.Checkpointed checkpointed -> checkpointed(live, checkpointed);
      case JobSignal.Reclassified reclassified -> reclassified(live, reclassified);
    };
  }

  private static Transition admit(LiveJob live, JobSignal.Admit signal) {
    Job job = live.job();
    if (job.phase() != JobPhase.QUEUED) {
      return new Transition.Ignored("not queued but " + job.phase());
    }
    Run run = Runs.bound(job, signal);
    Job after =
        new JobEdit(job)
            .phase(JobPhase.ADMITTED, signal.at())
            .reason("", "")
            .admitted(signal.at(), run.attempt())
            .done();
    TransitionBuilder result = new TransitionBuilder(after, run);
    result.event(signal.at(), "Admitted", SCHEDULER, signal.message());
    result.usage(
        new UsageEvent.RunBound(0, signal.at(), Runs.reference(after, run), run.holdings()));
    if (!signal.places().isEmpty()) {
      result.usage(new UsageEvent.RunPlaced(0, signal.at(), run.id(), signal.places()));
    }
    result.world(new WorldChange.Admitted(job.id(), signal.assignments(), signal.at()));
    result.command(Runs.ensure(after, run));
    return result.changed();
  }

  private static Transition preempt(LiveJob live, JobSignal.Preempt signal) {
    Job job = live.job();
    Run run = live.run();
    boolean running = job.phase() == JobPhase.ADMITTED || job.phase() == JobPhase.RUNNING;
    if (run == null || !running) {
      return new Transition.Ignored("nothing to preempt: " + job.phase());
    }
    String code = Runs.PREEMPTED + signal.reason().name();
    Run stopping = new RunEdit(run).stopping(signal.at(), code).claimant(signal.claimant()).done();
    String sentence = sentence(signal);
    Job after =
        new JobEdit(job).phase(JobPhase.STOPPING, signal.at()).reason(code, sentence).done();
    TransitionBuilder result = new TransitionBuilder(after, stopping);
    result.event(signal.at(), "Preempted", SCHEDULER, sentence);
    addStop(result, after, stopping, signal.at(), signal.noticeSeconds());
    return result.changed();
  }

  private static String sentence(JobSignal.Preempt signal) {
    return switch (signal.reason()) {
      case PROJECT_STOPPED -> "Stopped because its project was stopped.";
      case QUOTA_CUT -> "Stopped because its project's quota was cut.";
      case IN_PROJECT,
          IN_COHORT_RECLAMATION,
          IN_COHORT_FAIR_SHARING,
          IN_COHORT_RECLAIM_WHILE_BORROWING ->
          "Preempted for %s (%s).".formatted(signal.claimant(), signal.reason().code());
    };
  }

  private static void addStop(
      TransitionBuilder result, Job job, Run run, Instant at, long noticeSeconds) {
    result.usage(new UsageEvent.RunStopping(0, at, run.id(), run.stopReason()));
    result.world(new WorldChange.Evicting(job.id(), run.claimant(), at));
    long grace = Math.max(job.spec().graceSeconds(), noticeSeconds);
    result.command(Runs.stop(job, run, at, grace));
  }

  private static Transition reject(LiveJob live, JobSignal.Reject signal) {
    Job job = live.job();
    if (job.phase() != JobPhase.QUEUED) {
      return new Transition.Ignored("not queued but " + job.phase());
    }
    WaitReason first = signal.reasons().getFirst();
    Job after =
        new JobEdit(job)
            .phase(JobPhase.REJECTED, signal.at())
            .reason(first.code(), first.message())
            .ended(signal.at(), null)
            .atRest()
            .done();
    TransitionBuilder result = new TransitionBuilder(after, null);
    result.event(signal.at(), "Rejected", SCHEDULER, first.message());
    result.world(new WorldChange.Unqueued(job.id()));
    return result.changed();
  }

  private static Transition stop(LiveJob live, JobSignal.Stop signal) {
    Job job = live.job();
    Run run = live.run();
    if (job.phase().isTerminal() || !job.stopAsked().isEmpty()) {
      return new Transition.Ignored("already " + job.phase());
    }
    JobEdit edit = new JobEdit(job).stopAsked(signal.cause().name());
    if (run == null) {
      Job after = comeToRest(edit, signal.cause(), signal.at(), signal.note());
      TransitionBuilder result = new TransitionBuilder(after, null);
      result.event(signal.at(), eventKind(signal.cause()), signal.actor(), signal.note());
      result.world(new WorldChange.Unqueued(job.id()));
      return result.changed();
    }
    edit.reason(signal.cause().name(), signal.note());
    if (job.phase() == JobPhase.STOPPING) {
      TransitionBuilder result = new TransitionBuilder(edit.done(), run);
      result.event(signal.at(), "StopAsked", signal.actor(), signal.note());
      return result.changed();
    }
    Run stopping = new RunEdit(run).stopping(signal.at(), signal.cause().name()).done();
    Job after = edit.phase(JobPhase.STOPPING, signal.at()).done();
    TransitionBuilder result = new TransitionBuilder(after, stopping);
    result.event(signal.at(), "StopAsked", signal.actor(), signal.note());
    addStop(result, after, stopping, signal.at(), 0);
    return result.changed();
  }

  private static String eventKind(StopCause cause) {
    return switch (cause) {
      case USER_CANCEL, ADMIN_CANCEL -> "Cancelled";
      case MAX_RUNTIME -> "TimedOut";
    };
  }

  private static JobPhase restPhase(StopCause cause) {
    return switch (cause) {
      case USER_CANCEL, ADMIN_CANCEL -> JobPhase.CANCELLED;
      case MAX_RUNTIME -> JobPhase.TIMED_OUT;
    };
  }

  private static Job comeToRest(JobEdit edit, StopCause cause, Instant at, String note) {
    return edit.phase(restPhase(cause), at)
        .reason(cause.name(), note)
        .ended(at, null)
        .atRest()
        .done();
  }

  private static Transition started(LiveJob live, JobSignal.Started signal) {
    Run run = live.run();
    if (run == null || !run.id().equals(signal.run())) {
      return new Transition.Ignored("not the run of this job now");
    }
    if (run.state() != RunState.BOUND) {
      return new Transition.Ignored("run is " + run.state());
    }
    Instant at = Runs.notBefore(signal.at(), run.boundAt());
    Run after = new RunEdit(run).started(at).done();
    Job job = new JobEdit(live.job()).phase(JobPhase.RUNNING, at).started(at).done();
    TransitionBuilder result = new TransitionBuilder(job, after);
    result.event(at, "Started", CLUSTER, "All pods are running.");
    result.usage(new UsageEvent.RunStarted(0, at, run.id()));
    return result.changed();
  }

  private static Transition ended(LiveJob live, JobSignal.Ended signal) {
    Run run = live.run();
    if (run == null || !run.id().equals(signal.run())) {
      return new Transition.Ignored("not the run of this job now");
    }
    if (run.state() == RunState.ENDED) {
      return new Transition.Ignored("run has ended already");
    }
    TransitionBuilder end = RunEnding.of(live.job(), run, signal);
    if (run.state() != RunState.STOPPING) {
      end.command(Runs.remove(live.job(), run, Runs.lastKnown(end.requireRun())));
    }
    return end.changed();
  }

  private static Transition gone(LiveJob live, JobSignal.Gone signal) {
    Run run = live.run();
    if (run == null || !run.id().equals(signal.run())) {
      return new Transition.Ignored("not the run of this job now");
    }
    if (run.state() == RunState.ENDED) {
      return RunEnding.released(live.job(), run, signal.at()).changed();
    }
    JobSignal.Ended unseen =
        new JobSignal.Ended(signal.at(), run.id(), RunOutcome.STOPPED, null, "Its pods are gone.");
    TransitionBuilder end = RunEnding.of(live.job(), run, unseen);
    return end.followedBy(RunEnding.released(end.job(), end.requireRun(), signal.at()));
  }

  private static Transition checkpointed(LiveJob live, JobSignal.Checkpointed signal) {
    Run run = live.run();
    if (run == null || !run.id().equals(signal.run()) || run.startedAt() == null) {
      return new Transition.Ignored("not the started run of this job now");
    }
    boolean newer = run.checkpointAt() == null || signal.at().isAfter(run.checkpointAt());
    if (!newer || run.endedAt() != null || signal.at().isBefore(run.startedAt())) {
      return new Transition.Ignored("older than what is known");
    }
    Run after = new RunEdit(run).checkpoint(signal.at()).done();
    TransitionBuilder result = new TransitionBuilder(live.job(), after);
    result.world(new WorldChange.Checkpointed(live.job().id(), signal.at()));
    return result.changed();
  }

  private static Transition reclassified(LiveJob live, JobSignal.Reclassified signal) {
    Run run = live.run();
    if (run == null || !run.id().equals(signal.run())) {
      return new Transition.Ignored("not the run of this job now");
    }
    if (run.holdings().equals(signal.holdings())) {
      return new Transition.Ignored("no change");
    }
    Run after = new RunEdit(run).holdings(signal.holdings()).done();
    TransitionBuilder result = new TransitionBuilder(live.job(), after);
    result.usage(new UsageEvent.RunReclassified(0, signal.at(), run.id(), signal.holdings()));
    return result.changed();
  }
}
