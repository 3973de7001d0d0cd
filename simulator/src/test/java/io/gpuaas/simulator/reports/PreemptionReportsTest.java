package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// B08, B10, B12 and B22: victims that sneak back, ties, who goes first, evictions for nothing.
class PreemptionReportsTest {
  @Test
  void nobodySlipsIntoRoomThatIsBeingCleared() {
    Played played =
        new Story()
            .nodes(2, 8)
            .queue("A", 12, "")
            .queue("B", 4, "")
            .job("b1", "B", 5, "submitAt: 0s")
            .job("b2", "B", 5, "submitAt: 1m")
            .gang("a1", "A", 12, 1, "submitAt: 10m, priority: -10")
            .event("at: 11m, cancel: b2")
            .job("b4", "B", 5, "submitAt: 12m, priority: 100")
            .with("evictionDelay: 5m")
            .play();
    assertThat(Story.deeds(played))
        .filteredOn(
            line -> line.startsWith("11m") || line.startsWith("12m") || line.contains("admit a1"))
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.getFirst()).isEqualTo("11m end b2 Cancelled"))
        .satisfies(lines -> assertThat(lines.getLast()).startsWith("15m admit a1"));
    assertThat(Story.outcome(played, "a1").runs()).isEqualTo(1);
  }

  @Test
  void victimsComeBackOnlyWhenThereIsRoomForThem() {
    Played played =
        new Story()
            .nodes(2, 8)
            .queue("A", 12, "")
            .queue("B", 4, "")
            .job("b1", "B", 5, "submitAt: 0s")
            .job("b2", "B", 5, "submitAt: 1m")
            .gang("a1", "A", 12, 1, "submitAt: 10m, priority: -10")
            .with("evictionDelay: 5m")
            .play();
    assertThat(played.metrics().preemptions()).isEqualTo(2);
    assertThat(Story.outcome(played, "a1").phase()).isEqualTo(Phase.ADMITTED);
    assertThat(Story.outcome(played, "a1").runs()).isEqualTo(1);
    assertThat(Story.outcome(played, "b1").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.outcome(played, "b2").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.used(played, "A")).isEqualTo(12);
  }

  @RepeatedTest(20)
  void equalVictimsAreTakenInOneFixedOrder() {
    Story story = new Story().nodes(1, 8).queue("A", 8, "").with("evictionDelay: 30s");
    for (int i = 1; i <= 8; i++) {
      story.job("l" + i, "A", 1, "submitAt: 0s");
    }
    Played played =
        story
            .job("h1", "A", 2, "submitAt: 5m, priority: 10")
            .job("h2", "A", 2, "submitAt: 5m, priority: 10")
            .play();
    assertThat(Story.deeds(played))
        .filteredOn(line -> line.contains("preempt"))
        .containsExactlyInAnyOrder(
            "5m preempt l8 for h1 InProject",
            "5m preempt l7 for h1 InProject",
            "5m preempt l6 for h2 InProject",
            "5m preempt l5 for h2 InProject");
    assertThat(Story.deeds(played)).contains("330s admit h1 on n1", "330s admit h2 on n1");
    assertThat(Story.used(played, "A")).isEqualTo(8);
  }

  @Test
  void thoseAdmittedLastGoFirst() {
    Story story = new Story().queue("A", 40, "").queue("B", 40, "");
    for (int i = 10; i < 50; i++) {
      story.job("old" + i, "A", 1, "submitAt: 0s");
    }
    for (int i = 10; i < 20; i++) {
      story.job("new" + i, "A", 1, "submitAt: 10m");
    }
    for (int i = 10; i < 50; i++) {
      story.job("b" + i, "B", 1, "submitAt: 20m");
    }
    Played played = story.play();
    assertThat(played.metrics().preemptions()).isEqualTo(10);
    assertThat(Story.deeds(played))
        .filteredOn(line -> line.contains("preempt"))
        .allMatch(line -> line.startsWith("20m preempt new"));
    assertThat(List.of(Story.used(played, "A"), Story.used(played, "B"))).containsExactly(40L, 40L);
  }

  @Test
  void aGangIsEvictedWholeAndWhatItLeavesIsOpenToAll() {
    Played played =
        new Story()
            .nodes(2, 8)
            .queue("A", 8, "")
            .queue("B", 8, "")
            .job("g1", "A", 8, "submitAt: 0s")
            .gang("g2", "A", 8, 1, "submitAt: 5m")
            .job("b1", "B", 2, "submitAt: 10m")
            .job("s1", "A", 4, "submitAt: 11m")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit g1 on n1",
            "5m admit g2 on n2",
            "10m preempt g2 for b1 InCohortReclamation",
            "10m admit b1 on n2",
            "11m admit s1 on n2");
    assertThat(Story.outcome(played, "g2").phase()).isEqualTo(Phase.WAITING);
  }

  private static Story crowded(int lowNodes) {
    Story story = new Story().queue("A", 32, "");
    for (int node = 1; node <= 4; node++) {
      story.node("n" + node, 8, "");
      boolean low = node > 4 - lowNodes;
      for (int i = 1; i <= 8; i++) {
        boolean high = !low && i <= 6;
        String name = (high ? "high" : "low") + node + "x" + i;
        story.running(name, "A", 1, "n" + node, "0s", "priority: " + (high ? 10 : 0));
      }
    }
    return story.job("h25", "A", 8, "submitAt: 5m, priority: 10");
  }

  @Test
  void nobodyIsEvictedForAJobThatCouldStillNotStart() {
    Played played = crowded(0).job("h26", "A", 1, "submitAt: 6m, priority: 10").play();
    assertThat(Story.outcome(played, "h25").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.outcome(played, "h26").phase()).isEqualTo(Phase.ADMITTED);
    assertThat(Story.deeds(played))
        .containsExactly("6m preempt low4x8 for h26 InProject", "6m admit h26 on n4");
    assertThat(Story.used(played, "A")).isEqualTo(32);
  }

  @Test
  void oneNodeOfLowPriorityIsClearedWhenThatIsEnough() {
    Played played = crowded(1).play();
    assertThat(played.metrics().preemptions()).isEqualTo(8);
    assertThat(Story.deeds(played))
        .filteredOn(line -> line.contains("preempt"))
        .allMatch(line -> line.startsWith("5m preempt low4x"));
    assertThat(Story.deeds(played)).contains("5m admit h25 on n4");
  }
}
