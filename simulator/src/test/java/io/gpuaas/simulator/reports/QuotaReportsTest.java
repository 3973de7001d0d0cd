package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.SimulationResult.Refused;
import io.gpuaas.simulator.fixtures.Story;
import org.junit.jupiter.api.Test;

/// B01, B03, B04 and B06: quota cuts, absurd numbers, lending limits, two reclaims at once.
class QuotaReportsTest {
  @Test
  void aQuotaCutStopsNewAdmissionsAndKillsNobody() {
    Played played =
        new Story()
            .nodes(2, 8)
            .queue("A", 12, "")
            .job("a1", "A", 8, "submitAt: 0s, duration: 60m")
            .job("a2", "A", 4, "submitAt: 0s, duration: 30m")
            .event(
                "at: 15m, setQuota: {project: A, flavor: gpu, resource: nvidia.com/gpu, nominal:"
                    + " 6}")
            .job("a3", "A", 2, "submitAt: 20m")
            .play();
    assertThat(Story.lines(played))
        .containsExactly(
            "0s admit a1 on n1",
            "0s admit a2 on n2",
            "20m wait a3 WaitingForQuota",
            "30m end a2",
            "1h end a1",
            "1h admit a3 on n1");
    assertThat(Story.used(played, "A")).isEqualTo(2);
  }

  @Test
  void overTheCutQuotaNothingIsBorrowedAndNothingIsFree() {
    Played played =
        new Story()
            .nodes(2, 8)
            .queue("A", 12, "")
            .job("a1", "A", 8, "submitAt: 0s")
            .job("a2", "A", 4, "submitAt: 0s")
            .event(
                "at: 15m, setQuota: {project: A, flavor: gpu, resource: nvidia.com/gpu, nominal:"
                    + " 6}")
            .play();
    assertThat(Story.used(played, "A")).isEqualTo(12);
    assertThat(Story.standing(played, "A").borrowed()).isEmpty();
    assertThat(Story.standing(played, "A").available().values()).containsExactly(0L);
  }

  @Test
  void sumsOf64BitNumbersDoNotWrap() {
    String role = "{name: %s, requests: {nvidia.com/gpu: 9223372036854775807}}";
    Story story =
        new Story()
            .queue("A", 4, "")
            .rawJob(
                "name: huge, project: A, podSets: [%s, %s]"
                    .formatted(role.formatted("x"), role.formatted("y")));
    assertThat(story.result())
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.faults().getFirst().path())
                    .isEqualTo("jobs[0].podSets[0].requests.nvidia.com/gpu"));
  }

  @Test
  void productsDoNotWrapEither() {
    Played played =
        new Story()
            .queue("A", 4, "")
            .gang("huge", "A", 2_147_483_647L, 8, "submitAt: 0s")
            .job("a4", "A", 4, "submitAt: 1m")
            .job("a5", "A", 1, "submitAt: 2m")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly("0s reject huge ExceedsMaxQuota", "1m admit a4");
    assertThat(Story.outcome(played, "a5").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.used(played, "A")).isEqualTo(4);
  }

  @Test
  void negativeRequestsAreRefusedByName() {
    Story story =
        new Story()
            .queue("A", 4, "")
            .rawJob(
                "name: credit, project: A, podSets: ["
                    + "{name: x, requests: {nvidia.com/gpu: -3}},"
                    + "{name: y, requests: {nvidia.com/gpu: 8}}]");
    assertThat(story.result())
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.faults().getFirst().path())
                  .isEqualTo("jobs[0].podSets[0].requests.nvidia.com/gpu");
              assertThat(refused.faults().getFirst().value()).isEqualTo("-3");
            });
  }

  private static Story lenders(String lendingOfB, String borrowingOfZ) {
    return new Story().queue("A", 9, "").queue("B", 12, lendingOfB).queue("Z", 0, borrowingOfZ);
  }

  @Test
  void aLendingLimitOfOneLendsOneAndTakesItBack() {
    Played played =
        lenders("lendingLimit: 1", "")
            .job("a1", "A", 10, "submitAt: 0s")
            .job("a2", "A", 1, "submitAt: 1m")
            .job("z1", "Z", 1, "submitAt: 2m")
            .job("b1", "B", 12, "submitAt: 10m")
            .play();
    assertThat(Story.deeds(played))
        .containsExactly(
            "0s admit a1",
            "10m preempt a1 for b1 InCohortReclamation",
            "10m admit b1",
            "10m admit a2",
            "10m admit z1");
    assertThat(Story.used(played, "A") + Story.used(played, "B") + Story.used(played, "Z"))
        .isEqualTo(14);
    assertThat(Story.outcome(played, "a1").phase()).isEqualTo(Phase.WAITING);
  }

  @Test
  void aLendingLimitOfZeroLendsNothing() {
    Played played =
        lenders("lendingLimit: 0", "")
            .job("a1", "A", 10, "submitAt: 0s")
            .job("z1", "Z", 1, "submitAt: 1m")
            .play();
    assertThat(Story.deeds(played)).containsExactly("0s reject a1 ExceedsMaxQuota", "1m admit z1");
  }

  @Test
  void aBorrowingLimitOfZeroBorrowsNothing() {
    Played played =
        lenders("lendingLimit: 1", "borrowingLimit: 0").job("z1", "Z", 1, "submitAt: 0s").play();
    assertThat(Story.deeds(played)).containsExactly("0s reject z1 ExceedsMaxQuota");
  }

  @Test
  void twoTeamsTakingTheirQuotaBackAtOnceDoNotCountOneRoomTwice() {
    Played played =
        new Story()
            .queue("A", 4, "")
            .queue("B", 4, "")
            .queue("C", 4, "")
            .job("a1", "A", 6, "submitAt: 0s")
            .job("a2", "A", 6, "submitAt: 1m")
            .job("b1", "B", 4, "submitAt: 5m")
            .job("c1", "C", 4, "submitAt: 5m")
            .play();
    assertThat(Story.outcome(played, "b1").phase()).isEqualTo(Phase.ADMITTED);
    assertThat(Story.outcome(played, "c1").phase()).isEqualTo(Phase.ADMITTED);
    assertThat(Story.outcome(played, "a1").phase()).isEqualTo(Phase.WAITING);
    assertThat(Story.outcome(played, "a2").phase()).isEqualTo(Phase.WAITING);
    assertThat(played.metrics().preemptions()).isEqualTo(2);
    assertThat(Story.deeds(played)).contains("5m preempt a2 for b1 InCohortReclamation");
  }
}
