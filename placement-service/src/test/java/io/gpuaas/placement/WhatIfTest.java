package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WhatIfTest {
  private static final PreemptionPolicy RECLAIMS =
      new PreemptionPolicy(
          PreemptionPolicy.WithinProject.NEVER,
          PreemptionPolicy.Reclaim.ANY,
          PreemptionPolicy.Borrow.NEVER,
          null);

  private static WhatIf compare(WorldBuilder before, WorldBuilder after) {
    return WhatIf.of(before.build(), after.build(), START.plusSeconds(600));
  }

  private static SortedSet<JobId> jobs(String... ids) {
    return new TreeSet<>(List.of(ids).stream().map(JobId::new).toList());
  }

  private static WhatIf effect(
      Collection<JobId> starts, Collection<JobId> startsNoMore, Collection<JobId> stops) {
    return new WhatIf(
        new TreeSet<>(starts),
        new TreeSet<>(startsNoMore),
        new TreeSet<>(stops),
        Collections.emptySortedSet(),
        true);
  }

  private static WorldBuilder twoNodes(long quota) {
    return new WorldBuilder()
        .nodes(2)
        .loner("a", quota)
        .waits(job("j1", "a", 0, 0, pods(1, 8)))
        .waits(job("j2", "a", 0, 1, pods(1, 8)));
  }

  @Test
  void aJobThatWouldStartAnywayIsNoEffect() {
    assertThat(compare(twoNodes(8), twoNodes(8))).isEqualTo(effect(jobs(), jobs(), jobs()));
  }

  @Test
  void moreQuotaStartsWhatFitsThen() {
    assertThat(compare(twoNodes(8), twoNodes(16))).isEqualTo(effect(jobs("j2"), jobs(), jobs()));
  }

  @Test
  void lessQuotaKeepsWaitingWhatWouldHaveStarted() {
    assertThat(compare(twoNodes(16), twoNodes(8))).isEqualTo(effect(jobs(), jobs("j2"), jobs()));
  }

  private static WorldBuilder owner(long quota) {
    return new WorldBuilder()
        .nodes(1)
        .preemption(RECLAIMS)
        .cohortQuota(8)
        .project("borrower", 0)
        .project("owner", quota)
        .holds(job("x", "borrower", 0, 0, pods(1, 8)), "n1")
        .waits(job("j", "owner", 0, 1, pods(1, 8)));
  }

  @Test
  void quotaOfAnOwnerStopsTheBorrower() {
    assertThat(compare(owner(0), owner(8))).isEqualTo(effect(jobs("j"), jobs(), jobs("x")));
  }

  @Test
  void tooLittleQuotaForAnyStateOfTheHardwareRejects() {
    assertThat(compare(twoNodes(8), twoNodes(4)))
        .isEqualTo(new WhatIf(jobs(), jobs("j1"), jobs(), jobs("j1", "j2"), true));
  }

  @Test
  void aProjectThatIsStoppedAndDrainedStopsItsOwn() {
    World running = owner(0).build();
    World drained =
        running.with(List.of(new WorldChange.ConfigReplaced(drained(running), running.policy())));
    assertThat(WhatIf.of(running, drained, START.plusSeconds(600)))
        .isEqualTo(effect(jobs(), jobs(), jobs("x")));
  }

  private static QuotaConfig drained(World world) {
    QuotaConfig config = world.config();
    List<Project> projects =
        config.projects().stream()
            .map(
                it ->
                    new Project(
                        it.name(),
                        it.cohort(),
                        it.fairWeightMilli(),
                        it.queueingStrategy(),
                        Project.StopPolicy.HOLD_AND_DRAIN,
                        it.resourceGroups(),
                        it.quotas(),
                        it.preemption(),
                        it.fungibility()))
            .toList();
    return new QuotaConfig(2, config.topologies(), config.flavors(), config.cohorts(), projects);
  }
}
