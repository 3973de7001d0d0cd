package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Round;
import org.junit.jupiter.api.Test;

/// How much a project may have.
class QuotaRulesTest {
  private static final String NO_VICTIMS =
      "preemption: {withinProject: Never, reclaimWithinCohort: Never}";

  private static Round org() {
    return new Round().flavor("f", "");
  }

  @Test
  void aProjectBorrowsWhatItsCohortLends() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 6 lend 2", NO_VICTIMS)
            .project("taker", "all", "f/cpu 1", NO_VICTIMS);
    assertThat(round.waits("j", "taker", "cpu: 3", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=f}");
  }

  /// 1 of its own and 2 lent are 3: 4 can never be.
  @Test
  void nobodyBorrowsMoreThanIsLent() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 6 lend 2", NO_VICTIMS)
            .project("taker", "all", "f/cpu 1", NO_VICTIMS);
    assertThat(round.waits("j", "taker", "cpu: 4", 0, 1).deeds()).containsExactly("reject j");
  }

  /// The taker has the 2 that are lent; the 4 that are not are still the lender's, 5 are not.
  @Test
  void whatIsNotLentStaysFree() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 6 lend 2", NO_VICTIMS)
            .project("taker", "all", "f/cpu 1", NO_VICTIMS)
            .runs("r", "taker", "f/cpu 3", 0, 1);
    assertThat(round.waits("five", "lender", "cpu: 5", 0, 2).deeds()).isEmpty();
  }

  @Test
  void whatIsNotLentCanBeUsedInFull() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 6 lend 2", NO_VICTIMS)
            .project("taker", "all", "f/cpu 1", NO_VICTIMS)
            .runs("r", "taker", "f/cpu 3", 0, 1);
    assertThat(round.waits("four", "lender", "cpu: 4", 0, 2).deeds())
        .containsExactly("admit four 1 {cpu=f}");
  }

  /// It may use 3 + 2 however much is lent to it.
  @Test
  void theBorrowingLimitIsOnTopOfTheOwnQuota() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 9", NO_VICTIMS)
            .project("taker", "all", "f/cpu 3 borrow 2", NO_VICTIMS)
            .runs("r", "taker", "f/cpu 4", 0, 1);
    assertThat(round.waits("two", "taker", "cpu: 2", 0, 2).deeds()).isEmpty();
    assertThat(round.waits("one", "taker", "cpu: 1", 9, 3).deeds())
        .containsExactly("admit one 1 {cpu=f}");
  }

  @Test
  void aLimitOfZeroMeansNeverToBorrow() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 9", NO_VICTIMS)
            .project("taker", "all", "f/cpu 3 borrow 0", NO_VICTIMS);
    assertThat(round.waits("j", "taker", "cpu: 4", 0, 2).deeds()).containsExactly("reject j");
  }

  /// The cohort of the taker may borrow 1 from the others: 2 of its own and that are 3.
  @Test
  void aCohortHasLimitsOfItsOwn() {
    Round round =
        org()
            .cohort("org", null, "", "")
            .cohort("team", "org", "f/cpu 0 borrow 1", "")
            .project("lender", "org", "f/cpu 9", NO_VICTIMS)
            .project("taker", "team", "f/cpu 2", NO_VICTIMS);
    assertThat(round.waits("three", "taker", "cpu: 3", 0, 1).deeds())
        .containsExactly("admit three 1 {cpu=f}");
    assertThat(round.waits("four", "taker", "cpu: 4", 9, 2).deeds()).containsExactly("reject four");
  }

  /// Team lends 3 of the 5 that its project and itself have: the other side gets 1 + 3.
  @Test
  void aCohortLendsItsSubtree() {
    Round round =
        org()
            .cohort("org", null, "", "")
            .cohort("team", "org", "f/cpu 2 lend 3", "")
            .project("member", "team", "f/cpu 3", NO_VICTIMS)
            .project("taker", "org", "f/cpu 1", NO_VICTIMS);
    assertThat(round.waits("four", "taker", "cpu: 4", 0, 1).deeds())
        .containsExactly("admit four 1 {cpu=f}");
    assertThat(round.waits("five", "taker", "cpu: 5", 9, 2).deeds()).containsExactly("reject five");
  }

  @Test
  void quotaOfACohortBelongsToWhoeverComes() {
    Round round =
        org()
            .cohort("org", null, "f/cpu 4", "")
            .project("a", "org", "f/cpu 0", NO_VICTIMS)
            .project("b", "org", "f/cpu 0", NO_VICTIMS)
            .waits("later", "a", "cpu: 3", 0, 2)
            .waits("first", "b", "cpu: 2", 0, 1);
    assertThat(round.deeds()).containsExactly("admit first 1 {cpu=f}");
  }

  /// What a cut has left over its quota: nothing more is admitted, also not by lending.
  @Test
  void overItsQuotaALenderLendsNothing() {
    Round round =
        org()
            .project("lender", "all", "f/cpu 2", NO_VICTIMS)
            .project("taker", "all", "f/cpu 1", NO_VICTIMS)
            .runs("r", "lender", "f/cpu 5", 0, 1)
            .waits("j", "taker", "cpu: 1", 0, 2);
    assertThat(round.deeds()).isEmpty();
  }

  @Test
  void aProjectWithoutCohortHasItsOwnAlone() {
    Round round =
        org()
            .project("rich", null, "f/cpu 9", NO_VICTIMS)
            .project("poor", null, "f/cpu 1", NO_VICTIMS)
            .waits("j", "poor", "cpu: 2", 0, 1)
            .waits("k", "rich", "cpu: 9", 0, 1);
    assertThat(round.deeds()).containsExactly("reject j", "admit k 1 {cpu=f}");
  }
}
