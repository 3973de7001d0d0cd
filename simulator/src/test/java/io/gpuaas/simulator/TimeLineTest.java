package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuTime;
import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The clock of a scenario.
class TimeLineTest {
  @Test
  void endsComeBeforeStartsAtOneInstant() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("a1", "A", 8, "submitAt: 0s, duration: 1h")
            .job("a2", "A", 8, "submitAt: 1h, duration: 1h")
            .play();
    assertThat(Story.lines(played))
        .containsExactly("0s admit a1 on n1", "1h end a1", "1h admit a2 on n1", "2h end a2");
    assertThat(played.metrics().gpuAllocation()).isEqualByComparingTo(BigDecimal.ONE);
    assertThat(played.metrics().makespan()).isEqualTo(Duration.ofHours(2));
    assertThat(Story.gpuTime(played, "A")).isEqualTo(GpuTime.of(8000, 7_200_000));
  }

  @Test
  void anEvictedJobStartsAgainFromItsLastCheckpoint() {
    Story story =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("low", "A", 8, "submitAt: 0s, duration: 60m, checkpointEvery: 20m")
            .job("high", "A", 8, "submitAt: 50m, duration: 10m, priority: 1")
            .with("evictionDelay: 5m");
    assertThat(Story.deeds(story.play()))
        .containsExactly(
            "0s admit low on n1",
            "50m preempt low for high InProject",
            "55m admit high on n1",
            "65m end high",
            "65m admit low on n1",
            "85m end low");
  }

  @Test
  void roomIsHeldAndCountedUntilItIsFree() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("low", "A", 8, "submitAt: 0s")
            .job("high", "A", 8, "submitAt: 50m, duration: 10m, priority: 1")
            .with("evictionDelay: 10m")
            .with("until: 70m")
            .play();
    assertThat(Story.gpuTime(played, "A").gpuSeconds()).isEqualTo(8 * 70 * 60);
    assertThat(Story.outcome(played, "low").runs()).isEqualTo(2);
  }

  @Test
  void theClockStopsWhereItIsToldTo() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("a1", "A", 4, "submitAt: 0s")
            .job("a2", "A", 4, "submitAt: 3h")
            .with("until: 2h")
            .play();
    assertThat(Story.outcome(played, "a2").phase()).isEqualTo(Phase.NOT_SUBMITTED);
    assertThat(Story.gpuTime(played, "A").gpuSeconds()).isEqualTo(4 * 7200);
    assertThat(played.metrics().gpuAllocation()).isEqualByComparingTo("0.5");
  }

  @Test
  void aRunLongerThanDeclaredIsStopped() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("a1", "A", 8, "duration: 3h, maxRuntime: 2h")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly("0s admit a1 on n1", "2h fail a1 MaxRuntimeExceeded");
    assertThat(Story.outcome(played, "a1").phase()).isEqualTo(Phase.FAILED);
  }

  @Test
  void aStoppedProjectAdmitsNothingAndMayBeDrained() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("a1", "A", 4, "submitAt: 0s")
            .event("at: 10m, stop: {project: A, policy: Hold}")
            .job("a2", "A", 4, "submitAt: 20m")
            .event("at: 30m, stop: {project: A, policy: HoldAndDrain}")
            .event("at: 40m, stop: {project: A, policy: None}")
            .play();
    assertThat(Story.lines(played))
        .containsExactly(
            "0s admit a1 on n1",
            "20m wait a2 ProjectStopped",
            "30m preempt a1 ProjectStopped",
            "30m wait a1 ProjectStopped",
            "40m admit a1 on n1",
            "40m admit a2 on n1");
  }

  @Test
  void instantsCountFromTheEarliestOne() {
    Played played =
        new Story()
            .nodes(1, 8)
            .queue("A", 8, "")
            .job("a1", "A", 8, "submitAt: 2026-03-01T08:00:00Z, duration: 90m")
            .job("a2", "A", 8, "submitAt: 2026-03-01T10:00:00+01:00")
            .play();
    assertThat(Story.lines(played))
        .containsExactly(
            "0s admit a1 on n1", "1h wait a2 WaitingForQuota", "90m end a1", "90m admit a2 on n1");
  }

  @Test
  void aLimitOfCyclesDecidesOnTheStateWithAllJobsSubmitted() {
    Played played =
        new Story()
            .queue("A", 8, "")
            .job("late", "A", 8, "submitAt: 9s, priority: 1")
            .job("early", "A", 8, "submitAt: 1s")
            .with("policy: {cycle: {headsPerProject: 1, maxCycles: 1}}")
            .play();
    assertThat(Story.deeds(played)).containsExactly("9s admit late");
  }
}
