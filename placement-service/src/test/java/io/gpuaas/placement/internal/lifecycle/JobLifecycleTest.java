package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.RUN;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.admit;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.at;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.preempt;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.queued;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobLifecycleTest {
  private static final JobSignal ADMIT = admit(RUN, at(10));
  private static final JobSignal STARTED = new JobSignal.Started(at(20), RUN);
  private static final JobSignal SUCCEEDED =
      new JobSignal.Ended(at(100), RUN, RunOutcome.SUCCEEDED, 0, "");
  private static final JobSignal FAILED =
      new JobSignal.Ended(at(100), RUN, RunOutcome.FAILED, 3, "boom");
  private static final JobSignal STOPPED =
      new JobSignal.Ended(at(100), RUN, RunOutcome.STOPPED, 143, "");
  private static final JobSignal NODE_FAILED =
      new JobSignal.Ended(at(100), RUN, RunOutcome.NODE_FAILED, 137, "node n1 failed");
  private static final JobSignal GONE = new JobSignal.Gone(at(110), RUN);
  private static final JobSignal PREEMPT =
      preempt(at(50), "job_2", PreemptionReason.IN_COHORT_RECLAMATION);
  private static final JobSignal CANCEL =
      new JobSignal.Stop(at(60), StopCause.USER_CANCEL, "ada", "wrong data");
  private static final JobSignal TOO_LONG =
      new JobSignal.Stop(at(60), StopCause.MAX_RUNTIME, "scheduler", "too long");
  private static final JobSignal REJECT =
      new JobSignal.Reject(
          at(5),
          List.of(new WaitReason("ExceedsMaxQuota", "never", Collections.emptySortedMap(), "")));

  /// A story and how it ends.
  record Case(
      String name,
      int maxAttempts,
      List<JobSignal> signals,
      JobPhase phase,
      String reason,
      boolean live,
      List<String> usage) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Case> stories() {
    List<String> whole = List.of("RunBound", "RunStarted", "RunEnded", "RunReleased");
    List<String> stopped =
        List.of("RunBound", "RunStarted", "RunStopping", "RunEnded", "RunReleased");
    return Stream.of(
        new Case("waits", 1, List.of(), JobPhase.QUEUED, "", true, List.of()),
        new Case(
            "is admitted", 1, List.of(ADMIT), JobPhase.ADMITTED, "", true, List.of("RunBound")),
        new Case(
            "runs",
            1,
            List.of(ADMIT, STARTED),
            JobPhase.RUNNING,
            "",
            true,
            List.of("RunBound", "RunStarted")),
        new Case(
            "succeeds",
            1,
            List.of(ADMIT, STARTED, SUCCEEDED, GONE),
            JobPhase.SUCCEEDED,
            "",
            false,
            whole),
        new Case(
            "has succeeded but still holds its room",
            1,
            List.of(ADMIT, STARTED, SUCCEEDED),
            JobPhase.SUCCEEDED,
            "",
            true,
            List.of("RunBound", "RunStarted", "RunEnded")),
        new Case(
            "fails by its own error and is not retried",
            3,
            List.of(ADMIT, STARTED, FAILED, GONE),
            JobPhase.FAILED,
            "EXIT_NONZERO",
            false,
            whole),
        new Case(
            "loses a node and waits again",
            3,
            List.of(ADMIT, STARTED, NODE_FAILED, GONE),
            JobPhase.QUEUED,
            "NODE_FAILURE",
            true,
            whole),
        new Case(
            "loses a node on its last attempt",
            1,
            List.of(ADMIT, STARTED, NODE_FAILED, GONE),
            JobPhase.FAILED,
            "NODE_FAILURE",
            false,
            whole),
        new Case(
            "is preempted and waits again",
            1,
            List.of(ADMIT, STARTED, PREEMPT, STOPPED, GONE),
            JobPhase.QUEUED,
            "PREEMPTED_IN_COHORT_RECLAMATION",
            true,
            stopped),
        new Case(
            "is preempted, but was quicker",
            1,
            List.of(ADMIT, STARTED, PREEMPT, SUCCEEDED, GONE),
            JobPhase.SUCCEEDED,
            "",
            false,
            stopped),
        new Case(
            "is cancelled while it waits",
            1,
            List.of(CANCEL),
            JobPhase.CANCELLED,
            "USER_CANCEL",
            false,
            List.of()),
        new Case(
            "is cancelled while it runs",
            1,
            List.of(ADMIT, STARTED, CANCEL, STOPPED, GONE),
            JobPhase.CANCELLED,
            "USER_CANCEL",
            false,
            stopped),
        new Case(
            "is cancelled while it is being preempted",
            1,
            List.of(ADMIT, STARTED, PREEMPT, CANCEL, STOPPED, GONE),
            JobPhase.CANCELLED,
            "USER_CANCEL",
            false,
            stopped),
        new Case(
            "runs too long",
            1,
            List.of(ADMIT, STARTED, TOO_LONG, STOPPED, GONE),
            JobPhase.TIMED_OUT,
            "MAX_RUNTIME",
            false,
            stopped),
        new Case(
            "can never run",
            1,
            List.of(REJECT),
            JobPhase.REJECTED,
            "ExceedsMaxQuota",
            false,
            List.of()),
        new Case(
            "vanishes from the cluster without a word",
            1,
            List.of(ADMIT, STARTED, GONE),
            JobPhase.FAILED,
            "STOPPED_OUTSIDE",
            false,
            whole),
        new Case(
            "is stopped before it started",
            1,
            List.of(ADMIT, PREEMPT, GONE),
            JobPhase.QUEUED,
            "PREEMPTED_IN_COHORT_RECLAMATION",
            true,
            List.of("RunBound", "RunStopping", "RunEnded", "RunReleased")));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void endsAsItShould(Case story) {
    Played played = play(queued(spec(story.maxAttempts(), 0)), story.signals());
    assertThat(played.live().job().phase()).isEqualTo(story.phase());
    assertThat(played.live().job().reason()).isEqualTo(story.reason());
    assertThat(played.live().job().live()).isEqualTo(story.live());
    assertThat(played.usageKinds()).isEqualTo(story.usage());
    assertThat(played.ignored()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("stories")
  void hearingEachThingTwiceChangesNothing(Case story) {
    LiveJob start = queued(spec(story.maxAttempts(), 0));
    List<JobSignal> twice = new ArrayList<>();
    story.signals().forEach(signal -> twice.addAll(List.of(signal, signal)));
    Played once = play(start, story.signals());
    Played again = play(start, twice);
    assertThat(again.live()).isEqualTo(once.live());
    assertThat(again.usageKinds()).isEqualTo(once.usageKinds());
  }

  @Test
  void preemptionsAreNoFailedAttempts() {
    List<JobSignal> story = new ArrayList<>(List.of(ADMIT, STARTED, PREEMPT, STOPPED, GONE));
    story.addAll(failingRun("run_2", 200));
    assertThat(standing(2, story)).isEqualTo(new Standing(JobPhase.QUEUED, 2, 1, at(230)));
    story.addAll(failingRun("run_3", 300));
    assertThat(standing(2, story)).isEqualTo(new Standing(JobPhase.FAILED, 3, 2, at(230)));
    assertThat(standing(3, story)).isEqualTo(new Standing(JobPhase.QUEUED, 3, 2, at(330)));
  }

  @Test
  void aNodeThatFailsUnderAPreemptedRunIsNoFailedAttempt() {
    assertThat(standing(1, List.of(ADMIT, STARTED, PREEMPT, NODE_FAILED, GONE)))
        .isEqualTo(new Standing(JobPhase.QUEUED, 1, 0, at(110)));
  }

  private record Standing(JobPhase phase, int attempt, int failures, Instant queuedAt) {}

  private static Standing standing(int maxAttempts, List<JobSignal> story) {
    Job job = play(queued(spec(maxAttempts, 0)), story).live().job();
    return new Standing(job.phase(), job.attempt(), job.failures(), job.queuedAt());
  }

  private static List<JobSignal> failingRun(String id, long seconds) {
    RunId run = new RunId(id);
    return List.of(
        admit(run, at(seconds)),
        new JobSignal.Started(at(seconds + 10), run),
        new JobSignal.Ended(at(seconds + 20), run, RunOutcome.NODE_FAILED, 137, "node n1 failed"),
        new JobSignal.Gone(at(seconds + 30), run));
  }

  @Test
  void aRunOfThePastIsNotHeard() {
    Played played =
        play(
            queued(spec(3, 0)),
            List.of(ADMIT, STARTED, NODE_FAILED, GONE, admit(new RunId("run_2"), at(120))));
    assertThat(JobLifecycle.apply(played.live(), SUCCEEDED))
        .isEqualTo(new Transition.Ignored("not the run of this job now"));
    assertThat(played.live().job().attempt()).isEqualTo(2);
  }

  @Test
  void aClockBehindOursNeverGivesNegativeTime() {
    Played played =
        play(
            queued(spec(1, 0)),
            List.of(
                ADMIT,
                new JobSignal.Started(at(3), RUN),
                new JobSignal.Ended(at(2), RUN, RunOutcome.SUCCEEDED, 0, ""),
                new JobSignal.Gone(at(1), RUN)));
    assertThat(played.usage())
        .extracting(UsageEvent::at)
        .containsExactly(at(10), at(10), at(10), at(10));
  }

  @Test
  void workSinceTheLastCheckpointIsLostAndTheRestIsKept() {
    Played played =
        play(
            queued(spec(3, 30_000)),
            List.of(ADMIT, STARTED, new JobSignal.Checkpointed(at(80), RUN), NODE_FAILED, GONE));
    assertThat(played.live().job().savedMillis()).isEqualTo(60_000);
    assertThat(played.usage().getLast())
        .isEqualTo(new UsageEvent.RunReleased(0, at(110), RUN, "NODE_FAILED", 20_000));
  }

  @Test
  void thePreemptedRunHoldsItsRoomUntilItIsGone() {
    Played played = play(queued(spec(1, 0)), List.of(ADMIT, STARTED, PREEMPT));
    assertThat(played.live().run()).isNotNull().extracting(Run::state).isEqualTo(RunState.STOPPING);
    assertThat(played.world())
        .contains(new WorldChange.Evicting(JobFixtures.JOB, new JobId("job_2"), at(50)))
        .noneMatch(WorldChange.Released.class::isInstance);
  }

  /// What came of a story.
  private record Played(
      LiveJob live, List<UsageEvent> usage, List<WorldChange> world, List<String> ignored) {
    List<String> usageKinds() {
      return usage.stream().map(event -> event.getClass().getSimpleName()).toList();
    }
  }

  private static Played play(LiveJob start, List<JobSignal> signals) {
    LiveJob live = start;
    List<UsageEvent> usage = new ArrayList<>();
    List<WorldChange> world = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    for (JobSignal signal : signals) {
      switch (JobLifecycle.apply(live, signal)) {
        case Transition.Ignored(String why) -> ignored.add(why);
        case Transition.Changed changed -> {
          live = changed.after();
          usage.addAll(changed.usage());
          world.addAll(changed.world());
        }
      }
    }
    return new Played(live, usage, world, ignored);
  }
}
