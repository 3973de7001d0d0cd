package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Round;
import org.junit.jupiter.api.Test;

/// Which flavor a pod set gets, and how many of its pods start.
class FlavorRulesTest {
  private static final String NEXT_WHEN_BORROWING =
      "flavorFungibility: {whenCanBorrow: TryNextFlavor, whenCanPreempt: TryNextFlavor}";
  private static final String STOP_TO_PREEMPT =
      "flavorFungibility: {whenCanBorrow: MayStopSearch, whenCanPreempt: MayStopSearch}";
  private static final String LOWER = "preemption: {withinProject: LowerPriority}";

  private static Round two(String firstFields, String secondFields) {
    return new Round().flavor("f", firstFields).flavor("g", secondFields);
  }

  private static Round plain(String firstFields, String secondFields) {
    return two(firstFields, secondFields).project("p", null, "f/cpu 4; g/cpu 4", "");
  }

  @Test
  void theFirstFlavorWithRoomIsTaken() {
    Round round = plain("", "").runs("r", "p", "f/cpu 2", 5, 1);
    assertThat(round.waits("j", "p", "cpu: 3", 0, 2).deeds()).containsExactly("admit j 1 {cpu=g}");
  }

  @Test
  void aTaintKeepsThoseAwayWhoDoNotTolerateIt() {
    String taint = "nodeTaints: [{key: spot, value: 'yes', effect: NoSchedule}]";
    assertThat(plain(taint, "").waits("j", "p", "cpu: 1", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=g}");
    String tolerant =
        "requests: {cpu: 1}, tolerations: [{key: spot, operator: Equal, value: 'yes'}]";
    assertThat(plain(taint, "").waitsFor("j", "p", 0, 1, tolerant).deeds())
        .containsExactly("admit j 1 {cpu=f}");
  }

  @Test
  void theFlavorsOwnTolerationsCountToo() {
    String taint = "nodeTaints: [{key: spot, value: 'yes', effect: NoExecute}]";
    String given = taint + ", tolerations: [{key: spot, operator: Exists}]";
    assertThat(plain(given, "").waits("j", "p", "cpu: 1", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=f}");
  }

  @Test
  void aTaintThatOnlyDiscouragesKeepsNobodyAway() {
    String taint = "nodeTaints: [{key: spot, value: 'yes', effect: PreferNoSchedule}]";
    assertThat(plain(taint, "").waits("j", "p", "cpu: 1", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=f}");
  }

  /// The zone is no label of either flavor; the kind is one of the first alone.
  @Test
  void aSelectorIsLookedAtForTheFlavorsOwnLabels() {
    Round round = plain("nodeLabels: {kind: a}", "");
    String selective = "requests: {cpu: 1}, nodeSelector: {kind: b, zone: z}";
    assertThat(round.waitsFor("j", "p", 0, 1, selective).deeds())
        .containsExactly("admit j 1 {cpu=g}");
  }

  @Test
  void allTermsOfAnAffinityMustHold() {
    Round round = plain("nodeLabels: {kind: a, gen: '8'}", "nodeLabels: {kind: a, gen: '9'}");
    String newer =
        "requests: {cpu: 1}, nodeAffinity: [{key: kind, operator: In, values: [a]}, "
            + "{key: gen, operator: Gt, values: ['8']}]";
    assertThat(round.waitsFor("j", "p", 0, 1, newer).deeds()).containsExactly("admit j 1 {cpu=g}");
  }

  @Test
  void nothingSuits() {
    Round round = plain("nodeLabels: {kind: a}", "nodeLabels: {kind: b}");
    String other =
        "requests: {cpu: 1}, nodeAffinity: [{key: kind, operator: NotIn, values: [a, b]}]";
    assertThat(round.waitsFor("j", "p", 0, 1, other).deeds()).containsExactly("reject j");
  }

  /// The first flavor has 4 of the lender; the second has 4 of its own.
  @Test
  void borrowingMayStopTheSearchOrNot() {
    assertThat(lending("").waits("j", "p", "cpu: 3", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=f}");
    assertThat(lending(NEXT_WHEN_BORROWING).waits("j", "p", "cpu: 3", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=g}");
  }

  private static Round lending(String fungibility) {
    return two("", "")
        .project("p", "all", "f/cpu 1; g/cpu 4", fungibility)
        .project("lender", "all", "f/cpu 4", "");
  }

  @Test
  void victimsMayStopTheSearchOrNot() {
    Round stops =
        two("", "").project("p", null, "f/cpu 4; g/cpu 4", LOWER + ", " + STOP_TO_PREEMPT);
    Round goesOn = two("", "").project("p", null, "f/cpu 4; g/cpu 4", LOWER);
    for (Round round : new Round[] {stops, goesOn}) {
      round.runs("r", "p", "f/cpu 3", 0, 1).waits("j", "p", "cpu: 3", 5, 2);
    }
    assertThat(stops.deeds()).containsExactly("preempt r for j InProject");
    assertThat(goesOn.deeds()).containsExactly("admit j 1 {cpu=g}");
  }

  /// With victims in the first flavor, borrowed in the second: the preference decides.
  @Test
  void borrowingOrVictims() {
    for (String preference : new String[] {"BorrowingOverPreemption", "PreemptionOverBorrowing"}) {
      Round round =
          two("", "")
              .project(
                  "p",
                  "all",
                  "f/cpu 4; g/cpu 1",
                  LOWER
                      + ", flavorFungibility: {whenCanBorrow: TryNextFlavor, whenCanPreempt: "
                      + "TryNextFlavor, preference: "
                      + preference
                      + "}")
              .project("lender", "all", "f/cpu 0; g/cpu 4", "")
              .runs("r", "p", "f/cpu 3", 0, 1)
              .waits("j", "p", "cpu: 3", 5, 2);
      boolean borrows = preference.startsWith("Borrowing");
      assertThat(round.deeds())
          .containsExactly(borrows ? "admit j 1 {cpu=g}" : "preempt r for j InProject");
    }
  }

  @Test
  void resourcesOfAGroupGetOneFlavor() {
    Round round =
        two("", "")
            .project(
                "p",
                null,
                "f/cpu 4; f/memory 1; g/cpu 4; g/memory 4",
                "resourceGroups: [{resources: [cpu, memory], flavors: [f, g]}]");
    assertThat(round.waits("j", "p", "cpu: 1, memory: 2", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=g, memory=g}");
  }

  @Test
  void resourcesOfTwoGroupsGetOneEach() {
    Round round =
        two("", "")
            .project(
                "p",
                null,
                "f/cpu 4; g/memory 4",
                "resourceGroups: [{resources: [cpu], flavors: [f]}, "
                    + "{resources: [memory], flavors: [g]}]");
    assertThat(round.waits("j", "p", "cpu: 1, memory: 2", 0, 1).deeds())
        .containsExactly("admit j 1 {cpu=f, memory=g}");
  }

  /// The driver leaves 1 of the first flavor: not enough for the workers.
  @Test
  void whatEarlierPodSetsTakeCountsForLaterOnes() {
    Round round =
        plain("", "")
            .waitsFor(
                "j",
                "p",
                0,
                1,
                "name: driver, requests: {cpu: 3}",
                "name: workers, count: 2, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("admit j 1 {cpu=f} 2 {cpu=g}");
  }

  /// Together they need 5: neither flavor alone has it for the two to share.
  @Test
  void podSetsOfAGroupGetOneFlavor() {
    Round round =
        two("", "")
            .project("p", null, "f/cpu 4; g/cpu 5", "")
            .waitsFor(
                "j",
                "p",
                0,
                1,
                "name: leader, group: g, requests: {cpu: 3}",
                "name: workers, group: g, count: 2, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("admit j 1 {cpu=g} 2 {cpu=g}");
  }

  @Test
  void aJobThatMayStartsWithFewerPods() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 4", "")
            .waitsFor("j", "p", 0, 1, "count: 8, minCount: 2, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("admit j 4 {cpu=f}");
  }

  /// Of 8 + 4 pods 4 + 2 may be missing; 9 fit, so 2 of the first and 1 of the second are.
  @Test
  void podSetsShrinkInProportion() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 9", "")
            .waitsFor(
                "j",
                "p",
                0,
                1,
                "name: a, count: 8, minCount: 4, requests: {cpu: 1}",
                "name: b, count: 4, minCount: 2, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("admit j 6 {cpu=f} 3 {cpu=f}");
  }

  @Test
  void victimsComeBeforeFewerPods() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 4", LOWER)
            .runs("r", "p", "f/cpu 2", 0, 1)
            .waitsFor("j", "p", 5, 2, "count: 4, minCount: 1, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("preempt r for j InProject");
  }

  @Test
  void nothingOfAResourceGetsItsFlavorToo() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 4; f/memory 0", "")
            .waits("j", "p", "cpu: 1, memory: 0", 0, 1);
    assertThat(round.deeds()).containsExactly("admit j 1 {cpu=f, memory=f}");
  }

  @Test
  void nothingOfAResourceWithoutQuotaIsNoObstacle() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 4", "")
            .waits("j", "p", "cpu: 1, memory: 0", 0, 1);
    assertThat(round.deeds()).containsExactly("admit j 1 {cpu=f}");
  }

  @Test
  void aResourceWithoutQuotaCannotBeHad() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 4", "")
            .waits("j", "p", "cpu: 1, memory: 1", 0, 1);
    assertThat(round.deeds()).containsExactly("reject j");
  }

  /// Pods are counted where they have quota: 3 of them fit, the fourth does not.
  @Test
  void podsAreAResource() {
    Round round =
        new Round()
            .flavor("f", "")
            .project("p", null, "f/cpu 9; f/pods 3", "")
            .waitsFor("j", "p", 0, 1, "count: 4, minCount: 1, requests: {cpu: 1}");
    assertThat(round.deeds()).containsExactly("admit j 3 {cpu=f, pods=f}");
  }

  /// Victims are needed for the cpu, the memory is borrowed: it is not there yet, though the
  /// borrowed cell is the worse one where victims are preferred to borrowing.
  @Test
  void oneCellBorrowsAndTheOtherNeedsVictims() {
    Round round =
        new Round()
            .flavor("f", "")
            .project(
                "p",
                "all",
                "f/cpu 4; f/memory 1",
                LOWER
                    + ", flavorFungibility: {whenCanBorrow: TryNextFlavor, whenCanPreempt: "
                    + "TryNextFlavor, preference: PreemptionOverBorrowing}, "
                    + "resourceGroups: [{resources: [cpu, memory], flavors: [f]}]")
            .project("lender", "all", "f/cpu 0; f/memory 4", "")
            .runs("r", "p", "f/cpu 3", 0, 1)
            .waits("j", "p", "cpu: 3, memory: 2", 5, 2);
    assertThat(round.deeds()).containsExactly("preempt r for j InProject");
  }
}
