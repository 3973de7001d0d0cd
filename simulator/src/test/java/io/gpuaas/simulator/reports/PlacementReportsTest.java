package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuTime;
import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// B17, B20, B26 and B50: gangs, look-alike names, clusters, very many jobs.
class PlacementReportsTest {
  @ParameterizedTest
  @ValueSource(ints = {4, 100})
  void twoGangsAsLargeAsTheClusterRunOneAfterTheOther(int nodes) {
    Played played =
        new Story()
            .nodes(nodes, 8)
            .queue("A", nodes * 8L, "")
            .gang("j1", "A", nodes, 8, "submitAt: 0s, duration: 30m")
            .gang("j2", "A", nodes, 8, "submitAt: 0s")
            .play();
    assertThat(Story.lines(played)).hasSize(4);
    assertThat(Story.lines(played).get(0)).startsWith("0s admit j1 on n1 ");
    assertThat(Story.lines(played).get(1)).startsWith("0s wait j2");
    assertThat(Story.lines(played).get(2)).isEqualTo("30m end j1");
    assertThat(Story.lines(played).get(3)).startsWith("30m admit j2 on n1 ");
    assertThat(Story.gpuTime(played, "A")).isEqualTo(GpuTime.of(nodes * 8_000L, 1_800_000));
  }

  private static Story racks(String first, String second) {
    return new Story()
        .node(first + "1", 8, "block: b1, rack: " + first)
        .node(first + "2", 8, "block: b1, rack: " + first)
        .node(second + "1", 8, "block: b1, rack: " + second)
        .node(second + "2", 8, "block: b1, rack: " + second)
        .queue("A", 64, "")
        .placed("j1", "A", 2, 8, "topology: {required: rack}", "submitAt: 0s")
        .event("at: 10m, node: " + first + "2, ready: false");
  }

  @Test
  void aGangMovesWholeToARackOfASimilarName() {
    for (String[] names : new String[][] {{"a", "ab"}, {"r1", "r10"}}) {
      Played played = racks(names[0], names[1]).play();
      assertThat(Story.deeds(played))
          .containsExactly(
              "0s admit j1 on %s1 %s2".formatted(names[0], names[0]),
              "10m fail j1 NodeFailed",
              "10m admit j1 on %s1 %s2".formatted(names[1], names[1]));
    }
  }

  @Test
  void aGangWhoseRackIsBrokenHoldsNothingWhileTheOtherIsFull() {
    Played played =
        racks("a", "ab")
            .running("full1", "A", 8, "ab1", "0s", "priority: 5")
            .running("full2", "A", 8, "ab2", "0s", "priority: 5")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly("0s admit j1 on a1 a2", "10m fail j1 NodeFailed");
    assertThat(Story.outcome(played, "j1").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.used(played, "A")).isEqualTo(16);
  }

  @Test
  void racksOfOneNameInTwoBlocksAreTwoRacks() {
    Played played =
        new Story()
            .node("x1", 8, "block: b1, rack: r")
            .node("x2", 8, "block: b2, rack: r")
            .queue("A", 64, "")
            .placed("j1", "A", 2, 8, "topology: {required: rack}", "submitAt: 0s")
            .play();
    assertThat(played.decisions()).hasSize(1);
    assertThat(Story.outcome(played, "j1").phase()).isNotEqualTo(Phase.ADMITTED);
  }

  @Test
  void aNodeMayBeCalledLikeItsBlock() {
    Played played =
        new Story()
            .node("b9", 8, "block: b9, rack: b9")
            .node("c1", 8, "block: c, rack: c")
            .queue("A", 64, "")
            .running("full", "A", 8, "c1", "0s", "")
            .placed("j2", "A", 1, 8, "topology: {required: rack}", "submitAt: 1m")
            .play();
    assertThat(Story.deeds(played)).containsExactly("1m admit j2 on b9");
  }

  @Test
  void aLostClusterMovesTheJobOnceAndItsReturnMovesNothing() {
    Played played =
        new Story()
            .rawNode("name: w1, cluster: W1, capacity: {nvidia.com/gpu: 8}")
            .rawNode("name: w2, cluster: W2, capacity: {nvidia.com/gpu: 8}")
            .queue("A", 16, "")
            .job("j1", "A", 8, "submitAt: 0s")
            .event("at: 60m, node: w1, schedulable: false")
            .event("at: 3602s, node: w1, schedulable: true")
            .event("at: 95m, node: w1, ready: false")
            .event("at: 100m, node: w1, ready: true")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly("0s admit j1 on w1", "95m fail j1 NodeFailed", "95m admit j1 on w2");
    assertThat(Story.used(played, "A")).isEqualTo(8);
    assertThat(Story.outcome(played, "j1").runs()).isEqualTo(2);
  }

  @Test
  void oneGangStaysInOneClusterUnlessItMaySpan() {
    Story apart =
        new Story()
            .rawNode("name: w1, cluster: W1, capacity: {nvidia.com/gpu: 8}")
            .rawNode("name: w2, cluster: W2, capacity: {nvidia.com/gpu: 8}")
            .queue("A", 16, "")
            .gang("j1", "A", 2, 8, "submitAt: 0s");
    assertThat(Story.outcome(apart.play(), "j1").phase()).isNotEqualTo(Phase.ADMITTED);
    Story spanning =
        new Story()
            .rawNode("name: w1, cluster: W1, capacity: {nvidia.com/gpu: 8}")
            .rawNode("name: w2, cluster: W2, capacity: {nvidia.com/gpu: 8}")
            .queue("A", 16, "")
            .gang("j1", "A", 2, 8, "submitAt: 0s, spanClusters: true");
    assertThat(Story.deeds(spanning.play())).containsExactly("0s admit j1 on w1 w2");
  }

  /// B50 at its full size: 50,000 jobs of one minute on 64 GPUs.
  @Test
  void fiftyThousandOneMinuteJobsRunOnceEach() {
    Story story = new Story().nodes(8, 8).queue("A", 64, "");
    IntStream.range(0, 50_000)
        .forEach(
            i ->
                story.job(
                    "j%05d".formatted(i),
                    "A",
                    1,
                    "submitAt: %dms, duration: 60s".formatted(1 + i * 12)));
    Played played = story.play();
    assertThat(played.jobs().values())
        .allMatch(job -> job.phase() == Phase.ENDED && job.runs() == 1);
    assertThat(Story.gpuTime(played, "A").gpuSeconds()).isEqualTo(3_000_000);
    assertThat(played.metrics().makespan())
        .isNotNull()
        .satisfies(
            makespan -> assertThat(makespan.toSeconds()).isBetween(46_875L, 46_920L * 11 / 10));
  }
}
