package io.gpuaas.placement.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.internal.lifecycle.PastRuns.PastRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a restart reads of the past.
class RememberedPastTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final JobId JOB = new JobId("job_1");

  private static PastRun run(int from, int to, boolean preempted, long every) {
    return new PastRun(JOB, START.plusSeconds(from), START.plusSeconds(to), null, every, preempted);
  }

  private static Map<JobId, Integer> evictions(PastRun... runs) {
    return PastRuns.evictions(List.of(runs), EvictionRules.DEFAULT);
  }

  @Test
  void evictionsInARowAreCountedUntilThereIsProgress() {
    PastRun first = run(0, 10, true, 0);
    PastRun second = run(20, 30, true, 0);
    assertThat(evictions(first, second)).containsExactly(Map.entry(JOB, 2));
    assertThat(evictions(first, second, run(40, 40 + 3600, true, 0))).isEmpty();
    assertThat(evictions(first, run(20, 80, true, 30_000))).isEmpty();
    assertThat(evictions(first, second, run(40, 50, false, 0))).isEmpty();
    assertThat(evictions(first, run(20, 30, false, 0), run(40, 50, true, 0)))
        .containsExactly(Map.entry(JOB, 1));
  }

  private static UsageEvent bound(String run, int seconds, long borrowed) {
    return new UsageEvent.RunBound(
        0,
        START.plusSeconds(seconds),
        new UsageEvent.RunRef(new RunId(run), JOB, 1, "j", "a", "u"),
        List.of(
            new GpuHolding("gpu", "", UsageClass.NOMINAL, 4000),
            new GpuHolding("gpu", "", UsageClass.BORROWED, borrowed)));
  }

  /// Against a sum over small steps of time.
  @Test
  void useOverQuotaDecaysWithItsHalfLife() {
    SpentShares shares = new SpentShares(3_600_000);
    shares.apply(bound("r1", 0, 8000));
    shares.apply(bound("r2", 1800, 2000));
    shares.apply(
        new UsageEvent.RunReleased(0, START.plusSeconds(7200), new RunId("r1"), "SUCCEEDED", 0));
    shares.apply(
        new UsageEvent.RunReleased(0, START.plusSeconds(9000), new RunId("r2"), "SUCCEEDED", 0));
    double expected = 0;
    for (int second = 0; second < 9000; second++) {
      long rate = (second < 7200 ? 8000L : 0L) + (second >= 1800 ? 2000L : 0L);
      expected += rate * 1000.0 * Math.pow(0.5, (9000 - second - 0.5) / 3600);
    }
    TreeMap<String, io.gpuaas.placement.WorldMemory.Spent> spent = new TreeMap<>(shares.spent());
    assertThat(spent.firstEntry().getKey()).isEqualTo("a");
    assertThat(spent.firstEntry().getValue().at()).isEqualTo(START.plusSeconds(9000));
    assertThat(spent.firstEntry().getValue().milliGpuMillis())
        .isCloseTo(expected, within(expected / 1e6));
  }

  private static Map<String, io.gpuaas.placement.WorldMemory.Spent> spentAfter(
      UsageEvent... events) {
    SpentShares shares = new SpentShares(3_600_000);
    for (UsageEvent event : events) {
      shares.apply(event);
    }
    return shares.spent();
  }

  @Test
  void whatIsNotKnownAndWhatIsNoUseChangesNothing() {
    Instant later = START.plusSeconds(60);
    RunId known = new RunId("r1");
    RunId stranger = new RunId("r9");
    Map<String, io.gpuaas.placement.WorldMemory.Spent> alone = spentAfter(bound("r1", 0, 8000));
    assertThat(
            spentAfter(
                bound("r1", 0, 8000),
                new UsageEvent.RunReclassified(0, later, stranger, List.of()),
                new UsageEvent.RunReleased(0, later, stranger, "SUCCEEDED", 0),
                new UsageEvent.RunStarted(0, later, known),
                new UsageEvent.RunEnded(0, later, known, "SUCCEEDED")))
        .isEqualTo(alone);
  }

  @Test
  void aReclassifiedRunCountsAsItIsFromThenOn() {
    RunId run = new RunId("r1");
    UsageEvent.RunReleased end =
        new UsageEvent.RunReleased(0, START.plusSeconds(3600), run, "SUCCEEDED", 0);
    List<GpuHolding> own = List.of(new GpuHolding("gpu", "", UsageClass.NOMINAL, 12_000));
    assertThat(
            spentAfter(
                    bound("r1", 0, 8000), new UsageEvent.RunReclassified(0, START, run, own), end)
                .get("a"))
        .isEqualTo(new io.gpuaas.placement.WorldMemory.Spent(START.plusSeconds(3600), 0));
  }
}
