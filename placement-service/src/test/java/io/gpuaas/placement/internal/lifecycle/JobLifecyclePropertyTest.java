package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.admit;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.at;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.preempt;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.queued;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Signals in any order, late ones, repeated ones and ones of past runs, with clocks that differ.
class JobLifecyclePropertyTest {
  private static final long SEED = 20261130;
  private static final int STORIES = 20_000;
  private static final int ATTEMPTS_MAX = 3;

  @Test
  void whateverIsHeardAJobStaysWhole() {
    for (int i = 0; i < STORIES; i++) {
      new Story(SEED + i).play();
    }
  }

  private static final class Story {
    private final long seed;
    private final SplittableRandom random;
    private final List<UsageEvent> usage = new ArrayList<>();
    private LiveJob live = queued(spec(ATTEMPTS_MAX, 30_000));
    private int runs;
    private long savedMillis;

    Story(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
    }

    void play() {
      for (int second = 0; second < 25; second++) {
        JobSignal signal = signal(second);
        if (JobLifecycle.apply(live, signal) instanceof Transition.Changed changed) {
          String story = "seed %d, second %d: %s".formatted(seed, second, signal);
          checkStep(story, changed);
          checkRepetition(story, changed.after(), signal);
          live = changed.after();
          usage.addAll(changed.usage());
          checkUsage(story);
        }
      }
    }

    private void checkStep(String story, Transition.Changed changed) {
      Job before = live.job();
      Job after = changed.after().job();
      Run run = changed.after().run();
      assertThat(after.version() > before.version()).as(story).isEqualTo(!after.equals(before));
      assertThat(after.live()).as(story).isEqualTo(run != null || !after.phase().isTerminal());
      assertThat(run != null && run.holds()).as(story).isEqualTo(run != null);
      boolean waits = after.phase() == JobPhase.QUEUED;
      assertThat(run == null).as(story).isEqualTo(waits || !after.live());
      assertThat(after.endedAt() != null).as(story).isEqualTo(after.phase().isTerminal());
      if (before.phase().isTerminal()) {
        assertThat(after.phase()).as(story).isEqualTo(before.phase());
      }
      assertThat(after.savedMillis()).as(story).isGreaterThanOrEqualTo(savedMillis);
      savedMillis = after.savedMillis();
      if (run != null && !changed.commands().isEmpty()) {
        assertThat(changed.commands().getLast().generation()).isEqualTo(run.generation());
      }
    }

    /// The same signal at once again changes nothing.
    private void checkRepetition(String story, LiveJob after, JobSignal signal) {
      assertThat(JobLifecycle.apply(after, signal))
          .as(story)
          .isInstanceOf(Transition.Ignored.class);
    }

    /// Runs hold one after the other; each is bound, ended and released once, in this order, and
    /// time does not run backwards in a run but for the notice to stop, which another clock wrote.
    private void checkUsage(String story) {
      int place = 4;
      UsageEvent before = null;
      for (UsageEvent event : usage) {
        int next = rank(event);
        boolean follows = next == 0 ? place == 4 : next > place;
        boolean ended = next != 4 || place == 3;
        assertThat(follows && ended).as("%s after %s: %s", story, before, usage).isTrue();
        if (before != null && next != 0 && next != 2 && rank(before) != 2) {
          assertThat(event.at()).as(story).isAfterOrEqualTo(before.at());
        }
        if (event instanceof UsageEvent.RunReleased released) {
          assertThat(released.lostMillis()).as(story).isNotNegative();
        }
        place = next;
        before = event;
      }
    }

    private static int rank(UsageEvent event) {
      return switch (event) {
        case UsageEvent.RunBound _ -> 0;
        case UsageEvent.RunStarted _ -> 1;
        case UsageEvent.RunStopping _ -> 2;
        case UsageEvent.RunEnded _ -> 3;
        case UsageEvent.RunReleased _ -> 4;
        case UsageEvent.RunPlaced _, UsageEvent.RunReclassified _, UsageEvent.NodeCapacity _ ->
            throw new IllegalStateException("Not part of these stories: " + event);
      };
    }

    private JobSignal signal(int second) {
      RunId run = new RunId("run_" + Math.max(0, runs - (random.nextInt(5) == 0 ? 1 : 0)));
      var there = at(second + random.nextInt(-6, 3));
      return switch (random.nextInt(14)) {
        case 0, 1, 2 -> admit(new RunId("run_" + (live.run() == null ? ++runs : runs)), at(second));
        case 3 -> preempt(at(second), "job_2", PreemptionReason.IN_PROJECT);
        case 4 ->
            random.nextInt(4) > 0
                ? new JobSignal.Started(there, run)
                : new JobSignal.Stop(at(second), cause(), "ada", "enough");
        case 5 -> random.nextInt(8) == 0 ? reject(second) : new JobSignal.Started(there, run);
        case 6, 7 -> new JobSignal.Started(there, run);
        case 8, 9 -> new JobSignal.Checkpointed(there, run);
        case 10, 11 -> new JobSignal.Ended(there, run, outcome(), 1, "");
        default -> new JobSignal.Gone(there, run);
      };
    }

    private JobSignal reject(int second) {
      return new JobSignal.Reject(
          at(second), List.of(new WaitReason("Never", "never", Collections.emptySortedMap(), "")));
    }

    private StopCause cause() {
      return List.of(StopCause.values()).get(random.nextInt(StopCause.values().length));
    }

    private RunOutcome outcome() {
      boolean node = random.nextBoolean();
      return node
          ? RunOutcome.NODE_FAILED
          : List.of(RunOutcome.values()).get(random.nextInt(RunOutcome.values().length));
    }
  }
}
