package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Round;
import org.junit.jupiter.api.Test;

/// Who goes first in a round, and what the others may do after it.
class CycleRulesTest {
  private static final String NEVER =
      "preemption: {withinProject: Never, reclaimWithinCohort: Never}";

  private static final String ANY = "preemption: {withinProject: Never, reclaimWithinCohort: Any}";

  private static Round three(String policyOfA) {
    return new Round()
        .flavor("f", "")
        .project("a", "all", "f/cpu 2", policyOfA)
        .project("b", "all", "f/cpu 2", NEVER)
        .project("c", "all", "f/cpu 2", NEVER);
  }

  /// The borrower has the priority and the earlier time, but the owner goes first.
  @Test
  void whoDoesNotBorrowGoesFirst() {
    Round round = three(NEVER).waits("ja", "a", "cpu: 5", 9, 1).waits("jb", "b", "cpu: 2", 0, 2);
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  @Test
  void thenPriorityDecides() {
    Round round = three(NEVER).waits("ja", "a", "cpu: 4", 0, 1).waits("jb", "b", "cpu: 4", 1, 2);
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  @Test
  void thenTime() {
    Round round = three(NEVER).waits("ja", "a", "cpu: 4", 0, 2).waits("jb", "b", "cpu: 4", 0, 1);
    assertThat(round.deeds()).containsExactly("admit jb 1 {cpu=f}");
  }

  /// Both borrow in one round, since both fit.
  @Test
  void severalMayBorrow() {
    Round round = three(NEVER).waits("ja", "a", "cpu: 3", 0, 1).waits("jb", "b", "cpu: 3", 0, 2);
    assertThat(round.deeds()).containsExactly("admit ja 1 {cpu=f}", "admit jb 1 {cpu=f}");
  }

  /// From the team is nearer than from the organisation.
  @Test
  void whoBorrowsFromNearByGoesFirst() {
    Round round =
        new Round()
            .flavor("f", "")
            .cohort("org", null, "f/cpu 2", "")
            .cohort("team", "org", "f/cpu 2", "")
            .project("near", "team", "f/cpu 0", NEVER)
            .project("far", "org", "f/cpu 0", NEVER)
            .waits("f1", "far", "cpu: 4", 9, 1)
            .waits("n1", "near", "cpu: 2", 0, 2);
    assertThat(round.deeds()).containsExactly("admit n1 1 {cpu=f}");
  }

  /// a waits for its own 2, of which 1 is free: it keeps that from c where it has no right to take
  /// it back. Where it takes its own back at once, c may have what is free now.
  @Test
  void whoMayNotTakeItsOwnBackKeepsWhatIsFree() {
    String lower = "preemption: {withinProject: Never, reclaimWithinCohort: LowerPriority}";
    assertThat(waitingOwner(lower).deeds()).isEmpty();
    assertThat(waitingOwner(NEVER).deeds()).isEmpty();
    assertThat(waitingOwner(ANY).deeds())
        .containsExactly("preempt b1 for ja InCohortReclamation", "admit jc 1 {cpu=f}");
  }

  private static Round waitingOwner(String policyOfA) {
    return three(policyOfA)
        .runs("b1", "b", "f/cpu 5", 9, 1)
        .waits("ja", "a", "cpu: 2", 0, 2)
        .waits("jc", "c", "cpu: 1", -1, 3);
  }

  /// Nobody borrows, so nobody can be preempted: the 1 that is free is lent on where a may take it
  /// back at any time, else it is kept.
  @Test
  void whatMayBeTakenBackAtAnyTimeIsLentOn() {
    assertThat(contenders(NEVER).deeds()).isEmpty();
    assertThat(contenders(ANY).deeds()).containsExactly("admit jc 1 {cpu=f}");
  }

  private static Round contenders(String policyOfA) {
    return three(policyOfA)
        .runs("a1", "a", "f/cpu 1", 9, 1)
        .runs("b1", "b", "f/cpu 2", 9, 1)
        .runs("c1", "c", "f/cpu 2", 9, 1)
        .waits("ja", "a", "cpu: 2", 5, 2)
        .waits("jc", "c", "cpu: 1", 0, 3);
  }

  /// Only the head of each queue is looked at, whatever the queueing strategy.
  @Test
  void oneHeadForEachProject() {
    Round round =
        three(NEVER).waits("big", "a", "cpu: 7", 1, 1).waits("small", "a", "cpu: 1", 0, 2);
    assertThat(round.deeds()).containsExactly("reject big");
  }
}
