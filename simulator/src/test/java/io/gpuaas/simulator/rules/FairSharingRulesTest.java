package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Round;
import org.junit.jupiter.api.Test;

/// Shares: what is used above the own quota, in thousandths of what the cohort can lend, divided by
/// the weight.
class FairSharingRulesTest {
  private static final String BOTH = "LessThanOrEqualToFinalShare, LessThanInitialShare";
  private static final String ANY = "preemption: {withinProject: Never, reclaimWithinCohort: Any}";
  private static final String NEVER =
      "preemption: {withinProject: Never, reclaimWithinCohort: Never}";

  /// 9 in the cohort, all its own.
  private static Round pool(String strategies) {
    return new Round().flavor("f", "").fair(strategies).cohort("all", null, "f/cpu 9", "");
  }

  /// b has 6/9, c has 3/9: one from b makes it 4 to 4.
  @Test
  void whoHasTheLargestShareGivesFirst() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", ANY)
            .project("b", "all", "f/cpu 0", NEVER)
            .project("c", "all", "f/cpu 0", NEVER)
            .runs("b1", "b", "f/cpu 3", 0, 1)
            .runs("b2", "b", "f/cpu 3", 0, 2)
            .runs("c1", "c", "f/cpu 3", 0, 3);
    assertThat(round.waits("j", "a", "cpu: 3", 0, 4).deeds())
        .containsExactly("preempt b2 for j InCohortFairSharing");
  }

  /// The taker would have 5, the giver 2 of what were 9: by the final share no, by the first yes.
  @Test
  void theStrategiesDiffer() {
    assertThat(imbalance("LessThanOrEqualToFinalShare").deeds()).isEmpty();
    assertThat(imbalance("LessThanInitialShare").deeds())
        .containsExactly("preempt b2 for j InCohortFairSharing");
    assertThat(imbalance(BOTH).deeds()).containsExactly("preempt b2 for j InCohortFairSharing");
  }

  private static Round imbalance(String strategies) {
    return pool(strategies)
        .project("a", "all", "f/cpu 0", ANY)
        .project("b", "all", "f/cpu 0", NEVER)
        .runs("b1", "b", "f/cpu 2", 0, 1)
        .runs("b2", "b", "f/cpu 7", 0, 2)
        .waits("j", "a", "cpu: 5", 0, 3);
  }

  /// Its own 3 come back by right, not by shares.
  @Test
  void withinItsOwnQuotaNobodyHasToCompareShares() {
    Round round =
        new Round()
            .flavor("f", "")
            .fair(BOTH)
            .project("a", "all", "f/cpu 3", ANY)
            .project("b", "all", "f/cpu 3", NEVER)
            .runs("b1", "b", "f/cpu 6", 0, 1);
    assertThat(round.waits("j", "a", "cpu: 3", 0, 2).deeds())
        .containsExactly("preempt b1 for j InCohortReclamation");
  }

  /// With weight 2 six weigh as much as three.
  @Test
  void weightsDivideShares() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", "fairWeight: 2, " + ANY)
            .project("b", "all", "f/cpu 0", NEVER)
            .runs("a1", "a", "f/cpu 3", 0, 1)
            .runs("b1", "b", "f/cpu 3", 0, 1)
            .runs("b2", "b", "f/cpu 3", 0, 2);
    assertThat(round.waits("j", "a", "cpu: 3", 0, 3).deeds())
        .containsExactly("preempt b2 for j InCohortFairSharing");
    assertThat(round.waits("k", "a", "cpu: 4", 9, 3).deeds()).isEmpty();
  }

  @Test
  void weightZeroGivesAllThatItBorrows() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", ANY)
            .project("b", "all", "f/cpu 0", "fairWeight: 0, " + NEVER)
            .runs("b1", "b", "f/cpu 1", 0, 1)
            .runs("a1", "a", "f/cpu 8", 9, 1);
    assertThat(round.waits("j", "a", "cpu: 1", 0, 2).deeds())
        .containsExactly("preempt b1 for j InCohortFairSharing");
  }

  @Test
  void weightZeroTakesFromNobodyWhoHasAWeight() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", "fairWeight: 0, " + ANY)
            .project("b", "all", "f/cpu 0", NEVER)
            .runs("b1", "b", "f/cpu 9", 0, 1);
    assertThat(round.waits("j", "a", "cpu: 1", 9, 2).deeds()).isEmpty();
  }

  /// Below org the teams are compared: x has 6, y would have 3; inside x the larger gives, as the
  /// smaller alone is not enough.
  @Test
  void sharesAreComparedWhereTheSidesMeet() {
    Round round =
        new Round()
            .flavor("f", "")
            .fair(BOTH)
            .cohort("org", null, "f/cpu 6", "")
            .cohort("x", "org", "", "")
            .cohort("y", "org", "", "")
            .project("x1", "x", "f/cpu 0", NEVER)
            .project("x2", "x", "f/cpu 0", NEVER)
            .project("y1", "y", "f/cpu 0", ANY)
            .runs("small", "x1", "f/cpu 2", 0, 2)
            .runs("large", "x2", "f/cpu 4", 0, 1);
    assertThat(round.waits("j", "y1", "cpu: 3", 0, 3).deeds())
        .containsExactly("preempt large for j InCohortFairSharing");
  }

  /// Both want the last 2: with it one has 3, the other 2.
  @Test
  void theSmallerShareGoesFirst() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", NEVER)
            .project("b", "all", "f/cpu 0", NEVER)
            .project("c", "all", "f/cpu 0", NEVER)
            .runs("a1", "a", "f/cpu 1", 0, 1)
            .runs("c1", "c", "f/cpu 6", 0, 1)
            .waits("ja", "a", "cpu: 2", 9, 2)
            .waits("jb", "b", "cpu: 2", 0, 3);
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  /// Equal shares: priority decides, then time.
  @Test
  void equalSharesGoByPriority() {
    Round round =
        pool(BOTH)
            .project("a", "all", "f/cpu 0", NEVER)
            .project("b", "all", "f/cpu 0", NEVER)
            .waits("ja", "a", "cpu: 5", 0, 1)
            .waits("jb", "b", "cpu: 5", 1, 2);
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  /// b stays within its own, though its share of the other flavor is the larger.
  @Test
  void whoDoesNotBorrowWhatItAsksForGoesFirst() {
    Round round =
        new Round()
            .flavor("f", "")
            .flavor("g", "nodeLabels: {kind: g}")
            .fair(BOTH)
            .cohort("all", null, "g/cpu 9", "")
            .project("a", "all", "f/cpu 0", NEVER)
            .project("b", "all", "f/cpu 2; g/cpu 0", NEVER)
            .runs("b1", "b", "g/cpu 9", 0, 1)
            .waits("ja", "a", "cpu: 2", 9, 2)
            .waitsFor("jb", "b", 0, 3, "requests: {cpu: 2}");
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  /// Left has claimed 2 for b: with d's 2 it has 4, c has 3 and gets them.
  @Test
  void whatOneClaimsCountsForItsShareInTheSameRound() {
    Round round =
        new Round()
            .flavor("f", "")
            .flavor("g", "nodeLabels: {kind: g}")
            .fair(BOTH)
            .cohort("all", null, "f/cpu 6; g/cpu 4", "")
            .cohort("left", "all", "", "")
            .project("a", "all", "f/cpu 0", NEVER)
            .project("b", "left", "f/cpu 0", ANY)
            .project("c", "all", "g/cpu 0", NEVER)
            .project("d", "left", "g/cpu 0", NEVER)
            .runs("a1", "a", "f/cpu 6", 0, 1)
            .waits("jb", "b", "cpu: 2", 0, 2)
            .waits("jc", "c", "cpu: 3", 0, 4)
            .waits("jd", "d", "cpu: 2", 0, 3);
    assertThat(round.deeds())
        .containsExactly("preempt a1 for jb InCohortFairSharing", "admit jc 1 {cpu=g}");
  }
}
