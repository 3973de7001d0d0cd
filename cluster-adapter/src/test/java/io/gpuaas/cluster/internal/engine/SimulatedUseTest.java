package io.gpuaas.cluster.internal.engine;

import static io.gpuaas.cluster.internal.engine.SimulatedRuns.START;
import static io.gpuaas.cluster.internal.engine.SimulatedRuns.job;
import static io.gpuaas.cluster.internal.engine.SimulatedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulatedUseTest {
  private static final Duration STEP = Duration.ofSeconds(10);

  private final SimulatedUse use = new SimulatedUse(7, 1);

  private RunUse asked(Run run, @Nullable Long busyMillis, long fromSecond, long toSecond) {
    JobSpec.Simulation simulation = new JobSpec.Simulation(3_600_000, 0, 0, 0, busyMillis);
    return use.answer(
        new RunUse.Question(
            job(simulation),
            run,
            START.plusSeconds(fromSecond),
            START.plusSeconds(toSecond),
            STEP));
  }

  private static List<Integer> busy(RunUse use) {
    return use.pods().getFirst().samples().stream().map(Sample::gpuPercent).toList();
  }

  @Test
  void aRunThatHasNotStartedWasNotUsed() {
    assertThat(asked(run(null, null, 0), null, 0, 60)).isEqualTo(new RunUse(true, List.of()));
  }

  @Test
  void everyPodIsBusyUntilItsBusyTimeIsOver() {
    RunUse whole = asked(run(START, null, 0), 25_000L, 0, 60);
    assertThat(whole.pods()).extracting(PodUse::rank).containsExactly(0, 1, 2);
    List<Integer> percents = busy(whole);
    assertThat(percents).hasSize(6);
    assertThat(percents.subList(0, 2)).allSatisfy(it -> assertThat(it).isBetween(82, 99));
    assertThat(percents.get(2)).isBetween(41, 49);
    assertThat(percents.subList(3, 6)).containsOnly(0);
    assertThat(whole.pods().getFirst().samples())
        .allSatisfy(it -> assertThat(it.memoryPercent()).isBetween(55, 90));
  }

  @Test
  void withoutABusyTimeItIsBusyToTheEndAndNothingIsMeasuredBehindIt() {
    RunUse whole = asked(run(START, RunOutcome.SUCCEEDED, 0), null, 0, 600);
    assertThat(busy(whole)).hasSize(9).allSatisfy(it -> assertThat(it).isBetween(82, 99));
  }

  @Test
  void onlyStepsInWhichItRanAreMeasured() {
    List<Sample> samples = asked(run(START, null, 0), null, -25, 25).pods().getFirst().samples();
    assertThat(samples)
        .extracting(Sample::at)
        .containsExactly(START.minusSeconds(5), START.plusSeconds(5), START.plusSeconds(15));
    assertThat(samples.getFirst().gpuPercent()).isBetween(41, 49);
  }

  @Test
  void theSameQuestionGetsTheSameAnswer() {
    Run run = run(START, null, 0);
    assertThat(asked(run, null, 0, 600)).isEqualTo(asked(run, null, 0, 600));
    Instant at = START.plusSeconds(30);
    assertThat(sampleAt(asked(run, null, 0, 600), at))
        .isEqualTo(sampleAt(asked(run, null, 30, 60), at));
  }

  private static Sample sampleAt(RunUse use, Instant at) {
    return use.pods().getFirst().samples().stream()
        .filter(it -> it.at().equals(at))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFasterClusterIsBusyForAShorterTime() {
    JobSpec.Simulation simulation = new JobSpec.Simulation(3_600_000, 0, 0, 0, 100_000L);
    RunUse fast =
        new SimulatedUse(7, 10)
            .answer(
                new RunUse.Question(
                    job(simulation), run(START, null, 0), START, START.plusSeconds(30), STEP));
    assertThat(busy(fast).subList(1, 3)).containsOnly(0);
  }
}
