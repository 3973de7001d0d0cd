package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Round;
import org.junit.jupiter.api.Test;

/// Who has to go, by priority and the right to one's own quota.
class PreemptionRulesTest {
  private static final String LOWER =
      "preemption: {withinProject: LowerPriority, reclaimWithinCohort: Never}";
  private static final String ANY =
      "preemption: {withinProject: LowerPriority, reclaimWithinCohort: Any}";
  private static final String ONLY_LOWER =
      "preemption: {withinProject: Never, reclaimWithinCohort: LowerPriority}";
  private static final String NEVER =
      "preemption: {withinProject: Never, reclaimWithinCohort: Never}";

  private static Round one() {
    return new Round().flavor("f", "");
  }

  private static Round alone(String fields) {
    return one().project("p", null, "f/cpu 4", fields);
  }

  @Test
  void equalPriorityIsSafe() {
    Round round = alone(LOWER).runs("r", "p", "f/cpu 4", 3, 1);
    assertThat(round.waits("j", "p", "cpu: 1", 3, 2).deeds()).isEmpty();
  }

  @Test
  void equalPriorityIsNotSafeFromThoseWhoCameEarlierWhereThePolicySaysSo() {
    String policy = "preemption: {withinProject: LowerOrNewerEqualPriority}";
    Round earlier = alone(policy).runs("r", "p", "f/cpu 4", 3, 5).waits("j", "p", "cpu: 1", 3, 2);
    assertThat(earlier.deeds()).containsExactly("preempt r for j InProject");
    Round later = alone(policy).runs("r", "p", "f/cpu 4", 3, 1).waits("j", "p", "cpu: 1", 3, 2);
    assertThat(later.deeds()).isEmpty();
  }

  @Test
  void theLowestPriorityGoesFirstThenTheLatest() {
    Round round =
        alone(LOWER)
            .runs("low-early", "p", "f/cpu 1", 0, 1)
            .runs("low-late", "p", "f/cpu 1", 0, 3)
            .runs("higher", "p", "f/cpu 2", 1, 5);
    assertThat(round.waits("j", "p", "cpu: 1", 9, 6).deeds())
        .containsExactly("preempt low-late for j InProject");
    assertThat(round.waits("k", "p", "cpu: 3", 10, 6).deeds())
        .containsExactly("preempt low-late for k InProject", "preempt higher for k InProject");
  }

  /// The small one goes first and is not enough; with the big one it is not needed.
  @Test
  void whoIsNotNeededAfterAllIsGivenBack() {
    Round round =
        alone(LOWER).runs("small", "p", "f/cpu 1", 0, 1).runs("big", "p", "f/cpu 3", 1, 1);
    assertThat(round.waits("j", "p", "cpu: 3", 9, 2).deeds())
        .containsExactly("preempt big for j InProject");
  }

  @Test
  void nobodyGoesForAJobThatWouldStillNotFit() {
    Round round = alone(LOWER).runs("low", "p", "f/cpu 1", 0, 1).runs("high", "p", "f/cpu 3", 9, 1);
    assertThat(round.waits("j", "p", "cpu: 2", 5, 2).deeds()).isEmpty();
  }

  @Test
  void whoUsesNothingOfWhatIsShortIsSafe() {
    Round round =
        new Round()
            .flavor("f", "")
            .flavor("g", "nodeTaints: [{key: k, value: v, effect: NoSchedule}]")
            .project("p", null, "f/cpu 4; g/cpu 4", LOWER)
            .runs("elsewhere", "p", "g/cpu 4", 0, 1)
            .runs("here", "p", "f/cpu 4", 1, 1);
    assertThat(round.waits("j", "p", "cpu: 1", 5, 2).deeds())
        .containsExactly("preempt here for j InProject");
  }

  private static Round pair(String owner) {
    return one().project("a", "all", "f/cpu 4", owner).project("b", "all", "f/cpu 2", NEVER);
  }

  /// The latest goes, since with it the owner has its own back; of higher priority or not.
  @Test
  void theOwnerTakesBackWhatItLent() {
    Round round = pair(ANY).runs("b1", "b", "f/cpu 3", 9, 1).runs("b2", "b", "f/cpu 3", 9, 2);
    assertThat(round.waits("j", "a", "cpu: 3", 0, 3).deeds())
        .containsExactly("preempt b2 for j InCohortReclamation");
  }

  @Test
  void onlyFromLowerPriorityWhereThePolicySaysSo() {
    Round round =
        pair(ONLY_LOWER).runs("b1", "b", "f/cpu 3", 5, 1).runs("b2", "b", "f/cpu 3", 5, 2);
    assertThat(round.waits("equal", "a", "cpu: 3", 5, 3).deeds()).isEmpty();
    assertThat(round.waits("higher", "a", "cpu: 3", 6, 3).deeds())
        .containsExactly("preempt b2 for higher InCohortReclamation");
  }

  /// The borrower is 1 above its own; once its latest is gone it is not, and keeps the other.
  @Test
  void aBorrowerKeepsItsOwn() {
    Round round =
        one()
            .project("a", "all", "f/cpu 4", ANY)
            .project("b", "all", "f/cpu 4", NEVER)
            .project("c", "all", "f/cpu 0", NEVER)
            .runs("b1", "b", "f/cpu 2", 0, 1)
            .runs("b2", "b", "f/cpu 3", 0, 2)
            .runs("c1", "c", "f/cpu 3", 5, 1);
    assertThat(round.waits("j", "a", "cpu: 4", 0, 3).deeds())
        .containsExactly(
            "preempt b2 for j InCohortReclamation", "preempt c1 for j InCohortReclamation");
  }

  @Test
  void whoBorrowsNothingLosesNothing() {
    Round round = pair(ANY).runs("b1", "b", "f/cpu 2", 0, 1).runs("a1", "a", "f/cpu 4", 5, 1);
    assertThat(round.waits("j", "a", "cpu: 1", 1, 2).deeds()).isEmpty();
  }

  /// To end with 7 of 4 means to borrow: others give nothing for that.
  @Test
  void whoWouldBorrowTakesNothingBack() {
    Round round = pair(ANY).runs("a1", "a", "f/cpu 2", 0, 1).runs("b1", "b", "f/cpu 4", 0, 2);
    assertThat(round.waits("j", "a", "cpu: 5", 5, 3).deeds()).isEmpty();
    assertThat(round.waits("k", "a", "cpu: 2", 6, 3).deeds())
        .containsExactly("preempt b1 for k InCohortReclamation");
  }

  /// Threshold 2: a victim of priority 2 may go for one that ends up borrowing, one of 3 may not.
  @Test
  void whileBorrowingUpToTheThreshold() {
    String policy =
        "preemption: {withinProject: Never, reclaimWithinCohort: LowerPriority, "
            + "borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: 2}}";
    for (int priority : new int[] {2, 3}) {
      Round round =
          one()
              .project("a", "all", "f/cpu 2", policy)
              .project("b", "all", "f/cpu 2", NEVER)
              .project("c", "all", "f/cpu 2", NEVER)
              .runs("b1", "b", "f/cpu 4", priority, 1);
      round.waits("j", "a", "cpu: 4", 5, 2);
      if (priority == 2) {
        assertThat(round.deeds()).containsExactly("preempt b1 for j InCohortReclaimWhileBorrowing");
      } else {
        assertThat(round.deeds()).isEmpty();
      }
    }
  }

  /// Its own is free of the borrower if b1 goes: that is reclaiming, whatever the threshold.
  @Test
  void theThresholdDoesNotMatterWithinTheOwnQuota() {
    String policy =
        "preemption: {withinProject: Never, reclaimWithinCohort: Any, "
            + "borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: -1}}";
    Round round =
        one()
            .project("a", "all", "f/cpu 3", policy)
            .project("b", "all", "f/cpu 0", NEVER)
            .runs("b1", "b", "f/cpu 3", 8, 1);
    assertThat(round.waits("j", "a", "cpu: 3", 5, 2).deeds())
        .containsExactly("preempt b1 for j InCohortReclamation");
  }

  /// Team has 4 and its member none: what lies outside the team goes, though the member borrows.
  @Test
  void aTeamTakesBackWhatOthersHaveOfIt() {
    Round round =
        one()
            .cohort("org", null, "", "")
            .cohort("team", "org", "f/cpu 4", "")
            .project("member", "team", "f/cpu 0", ANY)
            .project("outside", "org", "f/cpu 0", NEVER)
            .project("mate", "team", "f/cpu 0", NEVER)
            .runs("mate1", "mate", "f/cpu 1", 0, 1)
            .runs("out1", "outside", "f/cpu 3", 9, 1);
    assertThat(round.waits("j", "member", "cpu: 3", 0, 2).deeds())
        .containsExactly("preempt out1 for j InCohortReclamation");
  }

  /// Lending 1 of 4, the other side can never use more than that: only 1 was ever taken.
  @Test
  void whatWasNotLentNeedsNoVictims() {
    Round round =
        one()
            .project("a", "all", "f/cpu 4 lend 1", ANY)
            .project("b", "all", "f/cpu 0", NEVER)
            .runs("b1", "b", "f/cpu 1", 0, 1);
    assertThat(round.waits("three", "a", "cpu: 3", 0, 2).deeds())
        .containsExactly("admit three 1 {cpu=f}");
    assertThat(round.waits("four", "a", "cpu: 4", 9, 2).deeds())
        .containsExactly("preempt b1 for four InCohortReclamation");
  }

  @Test
  void twoOwnersTakeBackInOneRoundFromOneBorrower() {
    Round round =
        one()
            .project("a", "all", "f/cpu 2", ANY)
            .project("b", "all", "f/cpu 2", ANY)
            .project("c", "all", "f/cpu 0", NEVER)
            .runs("c1", "c", "f/cpu 2", 0, 1)
            .runs("c2", "c", "f/cpu 2", 0, 2)
            .waits("ja", "a", "cpu: 2", 0, 3)
            .waits("jb", "b", "cpu: 2", 0, 4);
    assertThat(round.deeds())
        .containsExactly(
            "preempt c2 for ja InCohortReclamation", "preempt c1 for jb InCohortReclamation");
  }

  /// The room of a job that is going already is enough: nobody else has to.
  @Test
  void whoTakesTheRoomOfAnotherVictimNeedsNone() {
    Round round =
        one()
            .project("a", "all", "f/cpu 1", ANY)
            .project("b", "all", "f/cpu 1", ANY)
            .project("c", "all", "f/cpu 0", NEVER)
            .runs("c1", "c", "f/cpu 2", 0, 1)
            .waits("ja", "a", "cpu: 1", 0, 3)
            .waits("jb", "b", "cpu: 1", 0, 4);
    assertThat(round.deeds()).containsExactly("preempt c1 for ja InCohortReclamation");
  }
}
