package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.at;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.queued;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a cluster is told again of a run that still holds room.
class RunsTest {
  private static LiveJob after(JobSignal... signals) {
    LiveJob live = queued(spec(1, 0));
    for (JobSignal signal : signals) {
      live = ((Transition.Changed) JobLifecycle.apply(live, signal)).after();
    }
    return live;
  }

  private static Run run(LiveJob live) {
    return Objects.requireNonNull(live.run());
  }

  private static final JobSignal ADMIT = JobFixtures.admit(JobFixtures.RUN, at(10));

  @Test
  void aRunThatGoesOnIsToBeHad() {
    LiveJob live = after(ADMIT);
    assertThat(Runs.inForce(live.job(), run(live), 0))
        .containsExactly(Runs.ensure(live.job(), run(live)));
  }

  @Test
  void aPreemptedRunHasTheLongerOfGraceAndNotice() {
    LiveJob live = after(ADMIT, JobFixtures.preempt(at(50), "job_3", PreemptionReason.IN_PROJECT));
    assertThat(Runs.inForce(live.job(), run(live), 300))
        .containsExactly(new RunCommand.StopRun(JobFixtures.RUN, 2, at(50), 300));
    assertThat(Runs.inForce(live.job(), run(live), 0))
        .containsExactly(new RunCommand.StopRun(JobFixtures.RUN, 2, at(50), 30));
  }

  @Test
  void aCancelledRunHasItsGraceOnly() {
    LiveJob live =
        after(ADMIT, new JobSignal.Stop(at(50), JobSignal.StopCause.USER_CANCEL, "ada", "wrong"));
    assertThat(Runs.inForce(live.job(), run(live), 300))
        .containsExactly(new RunCommand.StopRun(JobFixtures.RUN, 2, at(50), 30));
  }

  /// A cluster that has forgotten the run must know what to look for.
  @Test
  void eachCommandSaysWhatTheJobAskedToBeDrivenBy() {
    LiveJob live = after(ADMIT);
    JobSpec asking = live.job().spec().draft().backend("jobset").spec();
    Job job = JobFixtures.queued(asking).job();
    assertThat(Runs.ensure(job, run(live)).backend()).isEqualTo("jobset");
    assertThat(Runs.stop(job, run(live), at(50), 30).backend()).isEqualTo("jobset");
    assertThat(Runs.remove(job, run(live), at(50)).backend()).isEqualTo("jobset");
  }

  @Test
  void whatEndedByItselfIsToBeRemoved() {
    LiveJob live =
        after(
            ADMIT,
            new JobSignal.Started(at(20), JobFixtures.RUN),
            new JobSignal.Ended(at(60), JobFixtures.RUN, RunOutcome.SUCCEEDED, 0, ""));
    assertThat(Runs.inForce(live.job(), run(live), 0))
        .containsExactly(
            Runs.ensure(live.job(), run(live)),
            new RunCommand.RemoveRun(JobFixtures.RUN, 1, at(60)));
  }
}
