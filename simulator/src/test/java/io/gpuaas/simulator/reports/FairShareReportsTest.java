package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import org.junit.jupiter.api.Test;

/// B13 and B15: weight 0 keeps its nominal quota, and an idle share goes to whoever asks.
class FairShareReportsTest {
  private static final String FAIR = "policy: {fairSharing: {enabled: true}}";

  private static Story weights() {
    return new Story()
        .with(FAIR)
        .queue("BE", 8, "", "fairWeight: 0")
        .queue("HP", 0, "", "fairWeight: 1");
  }

  @Test
  void weightZeroKeepsWhatIsItsOwn() {
    Played played =
        weights()
            .job("be1", "BE", 8, "submitAt: 0s")
            .job("hp1", "HP", 8, "submitAt: 5m, priority: 10")
            .play();
    assertThat(Story.deeds(played)).containsExactly("0s admit be1");
  }

  @Test
  void weightZeroGivesBackWhatItBorrowed() {
    Played played =
        weights()
            .queue("S", 8, "")
            .job("be1", "BE", 8, "submitAt: 0s")
            .job("be2", "BE", 8, "submitAt: 1m")
            .job("hp1", "HP", 8, "submitAt: 5m, priority: 10")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit be1",
            "1m admit be2",
            "5m preempt be2 for hp1 InCohortFairSharing",
            "5m admit hp1");
  }

  @Test
  void weightZeroTakesItsOwnBack() {
    Played played =
        weights().job("hp1", "HP", 8, "submitAt: 0s").job("be1", "BE", 8, "submitAt: 5m").play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit hp1", "5m preempt hp1 for be1 InCohortReclamation", "5m admit be1");
  }

  @Test
  void nobodyWaitsBesideIdleMachines() {
    Played played =
        new Story()
            .with(FAIR)
            .shared(16)
            .nodes(2, 8)
            .queue("A", 0, "")
            .queue("B", 0, "")
            .job("a1", "A", 1, "submitAt: 0s")
            .job("b1", "B", 1, "submitAt: 0s")
            .gang("b2", "B", 8, 1, "submitAt: 2m")
            .play();
    assertThat(Story.deeds(played)).filteredOn(line -> line.startsWith("2m admit b2")).hasSize(1);
    assertThat(Story.used(played, "A") + Story.used(played, "B")).isEqualTo(10);
  }

  private static Story elevenShared(String policy) {
    return new Story()
        .with(policy)
        .shared(11)
        .queue("A", 0, "", "fairWeight: 5")
        .queue("B", 0, "", "fairWeight: 5")
        .queue("D", 0, "", "fairWeight: 1")
        .job("a1", "A", 5, "submitAt: 0s")
        .job("a2", "A", 5, "submitAt: 1m")
        .job("a3", "A", 1, "submitAt: 2m")
        .job("b1", "B", 2, "submitAt: 10m");
  }

  @Test
  void theSmallestSetOfVictimsGivesTheUnderServedItsShare() {
    Played played = elevenShared(FAIR).play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit a1",
            "1m admit a2",
            "2m admit a3",
            "10m preempt a2 for b1 InCohortFairSharing",
            "10m admit b1");
    assertThat(Story.used(played, "A")).isEqualTo(6);
    assertThat(Story.used(played, "B")).isEqualTo(2);
  }

  @Test
  void withoutFairSharingNobodyIsEvictedForABorrower() {
    Played played = elevenShared("policy: {fairSharing: {enabled: false}}").play();
    assertThat(Story.deeds(played)).containsExactly("0s admit a1", "1m admit a2", "2m admit a3");
  }
}
