package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.WaitReason;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A job that would rather wait for its level than start in a worse place.
class PatienceTest {
  /// Two racks of two nodes; in each rack one node is in use.
  private static Story halfUsed(String firstEnds, String patience, String fields) {
    Story story = new Story();
    for (int i = 0; i < 4; i++) {
      story.node("n" + (i + 1), 8, "block: b, rack: r%d".formatted(i / 2 + 1));
    }
    return story
        .queue("A", 32, "")
        .running("x1", "A", 8, "n1", "0s", "duration: " + firstEnds)
        .running("x2", "A", 8, "n3", "0s", "duration: 5h, preemptible: false")
        .placed("big", "A", 2, 8, "topology: {preferred: rack%s}".formatted(patience), fields);
  }

  @Test
  void waitsAndGetsTheWholeRack() {
    Played played = halfUsed("10m", ", patience: 30m", "submitAt: 1m").play();
    assertThat(Story.deeds(played)).contains("10m admit big on n1 n2");
  }

  @Test
  void takesWhatThereIsWhenItsPatienceIsOver() {
    Played played = halfUsed("2h", ", patience: 30m", "submitAt: 1m").play();
    assertThat(Story.deeds(played)).contains("31m admit big on n2 n4");
  }

  @Test
  void withoutPatienceItStartsAtOnce() {
    Played played = halfUsed("10m", "", "submitAt: 1m").play();
    assertThat(Story.deeds(played)).contains("1m admit big on n2 n4");
  }

  @Test
  void nobodyIsEvictedForComfort() {
    Played played = halfUsed("2h", ", patience: 30m", "submitAt: 1m, priority: 10").play();
    assertThat(Story.deeds(played))
        .contains("31m admit big on n2 n4")
        .noneMatch(line -> line.contains("preempt"));
  }

  @Test
  void whereSomebodyHasToGoAnywayAWholeRackIsCleared() {
    Story story =
        halfUsed("2h", ", patience: 30m", "submitAt: 2m, priority: 10")
            .job("x3", "A", 8, "submitAt: 1m")
            .job("x4", "A", 8, "submitAt: 1m");
    assertThat(Story.deeds(story.play()))
        .contains("2m preempt x1 for big InProject", "2m preempt x3 for big InProject")
        .contains("2m admit big on n1 n2");
  }

  @Test
  void othersPassMeanwhile() {
    Story story =
        halfUsed("10m", ", patience: 30m", "submitAt: 1m")
            .job("small", "A", 8, "submitAt: 2m, duration: 1m");
    assertThat(Story.deeds(story.play()))
        .contains("2m admit small on n2", "10m admit big on n1 n2");
  }

  /// Evicted for another, it is patient again from then on.
  @Test
  void patienceBeginsAnewWithEachWait() {
    Story story =
        halfUsed("10m", ", patience: 30m", "submitAt: 1m, duration: 5h")
            .job("urgent", "A", 8, "submitAt: 1h, priority: 100, duration: 10m")
            .job("fill", "A", 8, "submitAt: 11m, duration: 5h, preemptible: false");
    List<String> deeds = Story.deeds(story.play());
    assertThat(deeds).contains("10m admit big on n1 n2", "1h preempt big for urgent InProject");
    assertThat(deeds).contains("70m admit big on n1 n2");
  }

  @Test
  void saysWhatItCouldHaveAndWhatWaitingCosts() {
    Played played = halfUsed("2h", ", patience: 30m", "submitAt: 1m").play();
    WaitReason reason = Objects.requireNonNull(Story.lastReasons(played, "big")).getFirst();
    assertThat(reason)
        .isEqualTo(
            new WaitReason(
                "WaitsForBetterPlace",
                "It could start now in 2 domains of rack, and rather waits for one until"
                    + " 1970-01-01T00:31:00Z: 0s of 30m have passed.",
                new TreeMap<>(
                    Map.of(
                        "podSet", "main",
                        "level", "rack",
                        "domainsNow", "2",
                        "waited", "0s",
                        "patience", "30m",
                        "until", "1970-01-01T00:31:00Z",
                        "costSoFarGpuSeconds", "0",
                        "costAtMostGpuSeconds", "28800",
                        "jobsAhead", "0",
                        "gpusAhead", "0")),
                "With less patience it would start now."));
  }

  @Test
  void patienceNeedsAChoice() {
    SimulationResult refused =
        halfUsed("2h", "", "")
            .placed("bad", "A", 2, 8, "topology: {required: rack, patience: 1m}", "")
            .result();
    assertThat(refused.toText()).contains("patience").contains("only beside preferred or balanced");
  }
}
