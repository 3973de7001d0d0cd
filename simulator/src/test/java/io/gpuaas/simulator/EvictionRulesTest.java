package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.WaitReason;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What protects running jobs and claims, what a dated quota cut does, and the order over time.
class EvictionRulesTest {
  private static Story lowAndHigh() {
    return new Story()
        .nodes(1, 8)
        .queue("A", 8, "")
        .job("low", "A", 8, "submitAt: 0s")
        .job("high", "A", 8, "submitAt: 5m, priority: 10");
  }

  @Test
  void nobodyIsPreemptedBeforeItsMinimumRunTimeIsOver() {
    Played played = lowAndHigh().with("policy: {evictions: {minRuntime: 20m}}").play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit low on n1", "20m preempt low for high InProject", "20m admit high on n1");
  }

  @Test
  void thePreemptedGetTheirNotice() {
    Played played =
        lowAndHigh().with("policy: {evictions: {notice: 2m}}").with("evictionDelay: 30s").play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit low on n1", "5m preempt low for high InProject", "450s admit high on n1");
  }

  /// Two policies that disagree: each project may take from the other, and both borrow all.
  @Test
  void evictionsInARowComeToAnEnd() {
    String takesAll =
        "preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}";
    Story story =
        new Story()
            .nodes(1, 8)
            .shared(8)
            .queue("A", 0, "", takesAll)
            .queue("B", 0, "", takesAll)
            .with("policy: {fairSharing: {enabled: true}}")
            .with("until: 30m");
    for (int i = 0; i < 6; i++) {
      story.job("a" + i, "A", 8, "submitAt: %dm, priority: %d".formatted(i, i));
      story.job("b" + i, "B", 8, "submitAt: %dm, priority: %d".formatted(i, i + 10));
    }
    assertThat(story.play().metrics().preemptions()).isLessThan(40);
  }

  @Test
  void theClaimToClearedRoomLapses() {
    Story story =
        new Story()
            .nodes(2, 8)
            .queue("A", 16, "")
            .job("low", "A", 8, "submitAt: 0s")
            .gang("big", "A", 2, 8, "submitAt: 5m, priority: 10")
            .job("small", "A", 8, "submitAt: 7m, priority: 20")
            .event("at: 6m, node: n2, ready: false")
            .event("at: 40m, node: n2, ready: true")
            .with("evictionDelay: 3m");
    assertThat(Story.deeds(story.play()))
        .as("the claimant cannot start after the node has died, and stands in nobody's way")
        .contains("8m admit small on n1");
  }

  @Test
  void aQuotaCutWithADateIsKept() {
    Story story =
        new Story()
            .nodes(2, 8)
            .queue("A", 12, "")
            .job("a1", "A", 4, "submitAt: 0s, priority: 5")
            .job("a2", "A", 4, "submitAt: 1m")
            .job("a3", "A", 4, "submitAt: 2m");
    String cut = "setQuota: {project: A, flavor: gpu, resource: nvidia.com/gpu, nominal: 6%s}";
    story.event("at: 10m, " + cut.formatted(", drainBy: 30m"));
    Played played = story.play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit a1 on n1",
            "1m admit a2 on n1",
            "2m admit a3 on n2",
            "30m preempt a3 QuotaCut",
            "30m preempt a2 QuotaCut");
    assertThat(Story.used(played, "A")).isEqualTo(4);
    Story undated =
        new Story().nodes(2, 8).queue("A", 12, "").gang("a1", "A", 12, 1, "submitAt: 0s");
    undated.event("at: 10m, " + cut.formatted(""));
    assertThat(Story.used(undated.play(), "A")).isEqualTo(12);
  }

  /// A has borrowed for two hours, B never: B goes first though A asked earlier; a day later the
  /// past is forgotten.
  private static Story afterBorrowing(String submitAt) {
    return new Story()
        .nodes(2, 8)
        .shared(16)
        .queue("A", 0, "")
        .queue("B", 0, "")
        .gang("past", "A", 16, 1, "submitAt: 0s, duration: 2h")
        .gang("fill", "B", 16, 1, "submitAt: %s, duration: 10m, priority: 100".formatted(submitAt))
        .gang("a1", "A", 16, 1, "submitAt: %s, duration: 10m".formatted(submitAt))
        .gang("b1", "B", 16, 1, "submitAt: %s, duration: 10m".formatted(submitAt));
  }

  @Test
  void thePastCountsAndIsForgotten() {
    String order = "policy: {order: {halfLife: 1h, shareWeight: 1}}";
    assertThat(Story.deeds(afterBorrowing("2h").with(order).play()))
        .containsSubsequence("130m admit b1 on n1 n2", "140m admit a1 on n1 n2");
    assertThat(Story.deeds(afterBorrowing("2h").play()))
        .containsSubsequence("130m admit a1 on n1 n2", "140m admit b1 on n1 n2");
    assertThat(Story.deeds(afterBorrowing("50h").with(order).play()))
        .as("A's two hours are forgotten after 48 half-lives, B's ten minutes are not")
        .containsSubsequence("50h10m admit a1 on n1 n2", "50h20m admit b1 on n1 n2");
  }

  @Test
  void aPlaceIsTakenApartIntoItsTerms() {
    Played played =
        afterBorrowing("2h").with("policy: {order: {halfLife: 1h, shareWeight: 1}}").play();
    WaitReason reason = Objects.requireNonNull(Story.lastReasons(played, "a1")).getFirst();
    List<String> terms = List.of("placePriority", "placeShare", "placeSpentGpuHours", "placeScore");
    assertThat(reason.detail()).containsKeys(terms.toArray(String[]::new));
    assertThat(Double.parseDouble(Objects.requireNonNull(reason.detail().get("placeShare"))))
        .isPositive();
  }
}
