package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogMergeTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final EnsureRun COMMAND = TestRuns.gang("log", 1, 0, 0, List.of("a", "b", "c"));
  private static final Run RUN = RunsAndJobs.run(COMMAND, NOON, null);
  private static final long HOUR_MICROS = 3_600_000_000L;

  private record Written(int rank, Instant at, String text) {}

  private static RunLog.Question question(long after, Instant until, int most) {
    return new RunLog.Question(RunsAndJobs.job(COMMAND), RUN, after, until, most);
  }

  private static Instant micros(long micros) {
    return NOON.plusNanos(micros * 1_000);
  }

  /// Reads as the adapter does: each pod from the place on, until it is told to stop.
  private static List<RunLog.Line> page(List<Written> all, long after, Instant until, int most) {
    LogMerge merge = new LogMerge(question(after, until, most));
    for (int rank = 0; rank < 3; rank++) {
      int pod = rank;
      List<Written> its = all.stream().filter(it -> it.rank() == pod).toList();
      for (Written line : its) {
        boolean before = line.at().isBefore(merge.from());
        if (!before && !merge.offer(pod, "p" + pod, line.at(), line.text())) {
          break;
        }
      }
    }
    return merge.page();
  }

  private static RunLog.Line line(long micros, long index, Written of) {
    long number = (HOUR_MICROS + micros) * 1_000 + index;
    return new RunLog.Line(
        number, of.at(), of.rank(), "p" + of.rank(), RunLog.Stream.OUT, of.text());
  }

  @Test
  void linesAreInTheOrderOfTheirTimesAndNumberedByThem() {
    Written first = new Written(0, micros(5), "first");
    Written same = new Written(1, micros(5), "at once");
    Written next = new Written(0, micros(7), "next");
    Written late = new Written(2, micros(9), "not settled yet");
    assertThat(page(List.of(first, next, same, late), 0, micros(8), 10))
        .containsExactly(line(5, 0, first), line(5, 1, same), line(7, 0, next));
  }

  /// However it is cut into pages, also between lines of one microsecond: the same lines with the
  /// same numbers, each once.
  @Test
  void pagesOfAnySizeMakeTheSameLog() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Written> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int rank = random.nextInt(3);
        all.add(new Written(rank, micros(random.nextInt(25)), "line " + i));
      }
      all.sort(Comparator.comparing(Written::at));
      List<RunLog.Line> whole = page(all, 0, NOON.plusSeconds(1), 1_000);
      assertThat(whole).hasSize(60);
      List<RunLog.Line> pieces = new ArrayList<>();
      int most = 1 + random.nextInt(7);
      long after = 0;
      List<RunLog.Line> page = page(all, after, NOON.plusSeconds(1), most);
      while (!page.isEmpty()) {
        pieces.addAll(page);
        after = page.getLast().number();
        page = page(all, after, NOON.plusSeconds(1), most);
      }
      assertThat(pieces).isEqualTo(whole);
    }
  }

  @Test
  void whatIsHeldIsBoundedByThePage() {
    LogMerge merge = new LogMerge(question(0, NOON.plusSeconds(100), 10));
    int taken = 0;
    while (merge.offer(0, "p0", micros(taken), "x")) {
      taken++;
    }
    assertThat(taken).isEqualTo(1_010);
    // A pod that wrote earlier is still heard.
    assertThat(merge.offer(1, "p1", micros(3), "y")).isTrue();
    assertThat(merge.page()).hasSize(10).extracting(RunLog.Line::rank).contains(1);
  }

  @Test
  void aLineOfAKubeletHasItsTimeFirst() {
    assertThat(LogLine.parse("2026-03-01T12:00:00.5Z step 1  loss 2"))
        .isEqualTo(new LogLine(NOON.plusMillis(500), "step 1  loss 2"));
    assertThat(LogLine.parse("2026-03-01T12:00:00Z")).isEqualTo(new LogLine(NOON, ""));
    assertThat(LogLine.parse("failed to try resolving symlinks")).isNull();
  }
}
