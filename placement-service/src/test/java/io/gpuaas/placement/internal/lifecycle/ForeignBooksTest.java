package io.gpuaas.placement.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRun;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Change;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Hardware;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Watch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What becomes of pods that others put on a cluster.
class ForeignBooksTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final NodeRef NODE = new NodeRef("east", "gpu-01");
  private static final ForeignPod.Workload JOB = new ForeignPod.Workload("Job", "train", "j1");
  private static final RunId RUN = new RunId("foreign_p1");

  private static Instant at(int minutes) {
    return NOON.plusSeconds(60L * minutes);
  }

  private static Watch watch(int since, int seen) {
    return new Watch(at(since), at(seen));
  }

  private static ForeignPod pod(int bound, @Nullable Integer started, @Nullable Integer ended) {
    return new ForeignPod(
        "p1",
        NODE,
        "team-a",
        "train-0",
        JOB,
        "research",
        "vision",
        2_000,
        at(bound),
        started == null ? null : at(started),
        ended == null ? null : at(ended));
  }

  private static ForeignRun run(int bound, @Nullable Integer started, @Nullable Integer released) {
    return new ForeignRun(
        "p1",
        RUN,
        NODE,
        "team-a",
        "train-0",
        JOB,
        "research",
        "vision",
        "h200",
        "H200",
        2_000,
        at(bound),
        started == null ? null : at(started),
        released == null ? null : at(released));
  }

  private static UsageEvent bound(int at) {
    return new UsageEvent.RunBound(
        0,
        at(at),
        new UsageEvent.RunRef(
            RUN, new JobId("foreign_j1"), 1, "train", "vision", "east:team-a/research"),
        List.of(new GpuHolding("h200", "H200", UsageClass.NOMINAL, 2_000)));
  }

  private static UsageEvent started(int at) {
    return new UsageEvent.RunStarted(0, at(at), RUN);
  }

  private static UsageEvent released(int at, String outcome) {
    return new UsageEvent.RunReleased(0, at(at), RUN, outcome, 0);
  }

  private static Change change(Watch watch, List<ForeignRun> known, ForeignPod... seen) {
    return ForeignBooks.of(watch, known, List.of(seen), new OneProject());
  }

  private record OneProject() implements ForeignBooks.Site {
    @Override
    public Hardware hardware(NodeRef node) {
      return new Hardware("h200", "H200");
    }

    @Override
    public boolean isProject(String name) {
      return name.equals("vision");
    }
  }

  @Test
  void aNameThatIsNoProjectIsNobodysAccount() {
    ForeignPod pod = pod(2, null, null);
    ForeignPod typo =
        new ForeignPod(
            pod.uid(),
            pod.node(),
            pod.namespace(),
            pod.name(),
            pod.workload(),
            pod.queue(),
            "visoin",
            pod.milliGpus(),
            pod.boundAt(),
            null,
            null);
    assertThat(change(watch(0, 5), List.of(), typo).runs())
        .extracting(ForeignRun::project)
        .containsExactly("unattributed");
  }

  @Test
  void countsFromItsBindToItsEnd() {
    assertThat(change(watch(0, 5), List.of(), pod(2, null, null)))
        .isEqualTo(new Change(List.of(run(2, null, null)), List.of(bound(2))));
    assertThat(change(watch(0, 5), List.of(run(2, null, null)), pod(2, 3, null)))
        .isEqualTo(new Change(List.of(run(2, 3, null)), List.of(started(3))));
    assertThat(change(watch(0, 5), List.of(run(2, 3, null)), pod(2, 3, null)))
        .isEqualTo(new Change(List.of(), List.of()));
    assertThat(change(watch(0, 8), List.of(run(2, 3, null)), pod(2, 3, 9)))
        .isEqualTo(new Change(List.of(run(2, 3, 9)), List.of(released(9, "ENDED"))));
  }

  @Test
  void whatCameAndWentBetweenTwoLooksCountsOnce() {
    ForeignPod short1 = pod(2, 3, 4);
    Change first = change(watch(0, 1), List.of(), short1);
    assertThat(first)
        .isEqualTo(
            new Change(List.of(run(2, 3, 4)), List.of(bound(2), started(3), released(4, "ENDED"))));
    assertThat(change(watch(0, 5), first.runs(), short1))
        .isEqualTo(new Change(List.of(), List.of()));
  }

  @Test
  void whatRanBeforeTheClusterWasConnectedCountsFromThenOn() {
    assertThat(change(watch(0, 0), List.of(), pod(-600, -590, null)))
        .isEqualTo(new Change(List.of(run(0, 0, null)), List.of(bound(0), started(0))));
    assertThat(change(watch(0, 0), List.of(), pod(-600, -590, -1)))
        .isEqualTo(new Change(List.of(), List.of()));
  }

  @Test
  void whatVanishedUnseenCountsUntilItWasSeenLast() {
    assertThat(change(watch(0, 30), List.of(run(2, 3, null))))
        .isEqualTo(new Change(List.of(run(2, 3, 30)), List.of(released(30, "VANISHED"))));
    assertThat(ForeignBooks.ofGone(watch(0, 30), List.of(run(2, 3, null))).usage())
        .containsExactly(released(30, "VANISHED"));
  }

  @Test
  void endsNeverLieBeforeBegins() {
    assertThat(change(watch(10, 10), List.of(run(10, 12, null)), pod(1, 12, 11)).usage())
        .containsExactly(released(12, "ENDED"));
    assertThat(change(watch(0, 1), List.of(run(2, null, null))).usage())
        .containsExactly(released(2, "VANISHED"));
  }

  /// However often and unluckily it is looked at: each pod is bound, started and released at most
  /// once, in this order, and an outage changes nothing but the end of what vanished in it.
  @Test
  void noPodCountsTwiceWhateverIsSeen() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      TreeMap<String, ForeignRun> rows = new TreeMap<>();
      TreeMap<String, Integer> stages = new TreeMap<>();
      int started = random.nextInt(40);
      int ended = started + random.nextInt(40);
      for (int minute = 0; minute < 100; minute += 1 + random.nextInt(20)) {
        boolean missed = minute > ended + random.nextInt(30);
        ForeignPod pod = pod(0, minute < started ? null : started, minute < ended ? null : ended);
        ForeignPod[] seen = missed ? new ForeignPod[0] : new ForeignPod[] {pod};
        Change change = change(watch(0, minute), new ArrayList<>(rows.values()), seen);
        change.runs().forEach(row -> rows.put(row.uid(), row));
        for (UsageEvent event : change.usage()) {
          int stage =
              switch (event) {
                case UsageEvent.RunBound _ -> 1;
                case UsageEvent.RunStarted _ -> 2;
                default -> 3;
              };
          assertThat(stage).isGreaterThan(stages.getOrDefault("p1", 0));
          stages.put("p1", stage);
        }
      }
      boolean over = stages.containsValue(3);
      assertThat(rows.values()).allMatch(row -> row.holds() != over);
    }
  }
}
