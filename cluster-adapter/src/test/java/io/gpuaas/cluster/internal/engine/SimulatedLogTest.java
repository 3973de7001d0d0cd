package io.gpuaas.cluster.internal.engine;

import static io.gpuaas.cluster.internal.engine.SimulatedRuns.START;
import static io.gpuaas.cluster.internal.engine.SimulatedRuns.job;
import static io.gpuaas.cluster.internal.engine.SimulatedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunLog;
import io.gpuaas.placement.RunLog.Line;
import io.gpuaas.placement.RunLog.Stream;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedLogTest {

  private final SimulatedLog log = new SimulatedLog(7);

  @Test
  void aRunThatHasNotStartedHasWrittenNothing() {
    assertThat(all(run(null, null, 0), START, 1000).lines()).isEmpty();
    assertThat(all(run(START, null, 0), START.minusSeconds(1), 1000).lines()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void pagesOfAnySizeGiveTheSameLinesWithoutGaps(int page) {
    Run ended = run(START, RunOutcome.FAILED, 7);
    RunLog whole = all(ended, START.plusSeconds(3600), 100_000);
    RunLog parts = all(ended, START.plusSeconds(3600), page);
    assertThat(parts).isEqualTo(whole);
    assertThat(whole.complete()).isTrue();
    assertThat(whole.lines().stream().map(Line::number))
        .containsExactlyElementsOf(numbers(whole.lines().size()));
  }

  @Test
  void whatWasReadWhileItRanIsTheBeginningOfWhatIsReadAfterwards() {
    List<Line> early = all(run(START, null, 0), START.plusSeconds(60), 1000).lines();
    List<Line> late = all(run(START, RunOutcome.SUCCEEDED, 0), START.plusSeconds(99), 1000).lines();
    assertThat(late.subList(0, early.size())).isEqualTo(early);
    assertThat(late.size()).isGreaterThan(early.size());
    assertThat(late.getLast().text()).contains("exit code 0");
  }

  @Test
  void theRankThatFailsFirstSaysSoAsAnError() {
    List<Line> errors =
        all(run(START, RunOutcome.FAILED, 7), START.plusSeconds(600), 1000).lines().stream()
            .filter(it -> it.stream() == Stream.ERR)
            .toList();
    assertThat(errors).hasSize(3);
    assertThat(errors.stream().map(Line::rank).distinct()).hasSize(1);
    assertThat(errors.getLast().text()).contains("exit code 7");
  }

  @Test
  void aLostNodeAndAStopAreToldAsWhatTheyAre() {
    List<Line> lost =
        all(run(START, RunOutcome.NODE_FAILED, 137), START.plusSeconds(600), 1000).lines();
    assertThat(lost.subList(lost.size() - 2, lost.size()))
        .allMatch(it -> it.stream() == Stream.ERR)
        .extracting(it -> it.text().replaceAll("n[12]|[0-2]", "_"))
        .containsExactly("node _ does not answer", "lost rank _, giving up");
    List<Line> stopped =
        all(run(START, RunOutcome.STOPPED, 143), START.plusSeconds(600), 1000).lines();
    assertThat(stopped.getLast().text()).isEqualTo("stopped by SIGTERM, exit code 143");
  }

  /// A gang of 100 pods in its second attempt, whose places are known, and one without places.
  @Test
  void aLargeGangSaysHowManyMoreThereAre() {
    PodSetAssignment hundred =
        new PodSetAssignment(
            "worker",
            100,
            new TreeMap<>(),
            List.of(new PodSetAssignment.NodeShare(new NodeRef("east", "n1"), 100)));
    List<String> said =
        all(run(START, null, 0, 2, List.of(hundred)), START.plusSeconds(1), 1000).lines().stream()
            .map(Line::text)
            .toList();
    assertThat(said).contains("rank 63 of 100 on n1", "and 36 ranks more");
    assertThat(said.getLast()).startsWith("attempt 2, ");
    List<Line> lost = all(run(START, null, 0, 1, List.of()), START.plusSeconds(1), 1000).lines();
    assertThat(lost.getLast().text()).isEqualTo("rank 0 of 1 on unknown");
  }

  /// The end is known, but not how it came.
  @SuppressWarnings("NullAway")
  @Test
  void aRunThatIsOverWithoutAnOutcomeWasStopped() {
    Run over = run(START, null, 0, 1, List.of());
    Run ended =
        new Run(
            over.id(),
            over.job(),
            1,
            RunState.RELEASED,
            1,
            1,
            List.of(),
            List.of(),
            START,
            START,
            null,
            START.plusSeconds(3),
            null,
            "",
            null,
            null,
            null,
            null,
            "",
            0);
    RunLog log = all(ended, START.plusSeconds(60), 1000);
    assertThat(log.lines().getLast().text()).isEqualTo("stopped by SIGTERM, exit code 0");
    assertThat(log.complete()).isTrue();
  }

  private static List<Long> numbers(int count) {
    List<Long> numbers = new ArrayList<>();
    for (long i = 1; i <= count; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private RunLog all(Run run, Instant until, int page) {
    List<Line> lines = new ArrayList<>();
    long after = 0;
    while (true) {
      RunLog part = log.answer(new RunLog.Question(job(), run, after, until, page));
      lines.addAll(part.lines());
      if (part.lines().isEmpty() || part.complete()) {
        return new RunLog(lines, part.complete());
      }
      after = part.lines().getLast().number();
    }
  }
}
