package io.gpuaas.simulator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.simulator.Scenario.Event.SetQuota;
import io.gpuaas.simulator.Scenario.Event.Stop;
import io.gpuaas.simulator.Scenario.Limit;
import io.gpuaas.simulator.Scenario.Owner;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What an administrator's change makes of the configuration: that, and nothing else.
class ConfigChangeTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final FlavorResource GPUS = new FlavorResource("h200", Resources.GPU);
  private static final FlavorResource OTHERS = new FlavorResource("a100", Resources.GPU);
  private static final Quota FOUR = new Quota(GPUS, 4, 2L, 1L);

  private static final QuotaConfig BEFORE =
      new QuotaConfig(
          7,
          List.of(),
          List.of(),
          List.of(cohort("all", FOUR), cohort("rest", FOUR)),
          List.of(
              project("a", Project.StopPolicy.NONE, FOUR),
              project("b", Project.StopPolicy.NONE, FOUR)));

  private static Cohort cohort(String name, Quota... quotas) {
    return new Cohort(name, null, 1000, List.of(quotas));
  }

  private static Project project(String name, Project.StopPolicy stop, Quota... quotas) {
    return new Project(
        name,
        "all",
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        stop,
        List.of(),
        List.of(quotas),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  private static QuotaConfig after(List<Cohort> cohorts, List<Project> projects) {
    return new QuotaConfig(8, List.of(), List.of(), cohorts, projects);
  }

  private static SetQuota set(
      Owner owner,
      String name,
      FlavorResource cell,
      @Nullable Long nominal,
      Limit borrowing,
      Limit lending) {
    return new SetQuota(AT, owner, name, cell, nominal, borrowing, lending, null);
  }

  @Test
  void aProjectsQuotaIsCut() {
    SetQuota cut =
        new SetQuota(
            AT,
            Owner.PROJECT,
            "a",
            GPUS,
            1L,
            new Limit.Kept(),
            new Limit.None(),
            AT.plusSeconds(60));

    assertThat(ConfigChange.with(BEFORE, cut))
        .isEqualTo(
            after(
                BEFORE.cohorts(),
                List.of(
                    project(
                        "a",
                        Project.StopPolicy.NONE,
                        new Quota(GPUS, 1, 2L, null, AT.plusSeconds(60))),
                    BEFORE.projects().get(1))));
  }

  @Test
  void aCohortGetsQuotaOfAnotherFlavor() {
    SetQuota more = set(Owner.COHORT, "rest", OTHERS, null, new Limit.AtMost(3), new Limit.Kept());

    assertThat(ConfigChange.with(BEFORE, more))
        .isEqualTo(
            after(
                List.of(
                    BEFORE.cohorts().getFirst(),
                    cohort("rest", FOUR, new Quota(OTHERS, 0, 3L, null))),
                BEFORE.projects()));
  }

  @Test
  void limitsOfACohortChangeAndItsNominalQuotaStays() {
    SetQuota limits = set(Owner.COHORT, "all", GPUS, null, new Limit.None(), new Limit.AtMost(0));

    assertThat(ConfigChange.with(BEFORE, limits))
        .isEqualTo(
            after(
                List.of(cohort("all", new Quota(GPUS, 4, null, 0L)), BEFORE.cohorts().get(1)),
                BEFORE.projects()));
  }

  @Test
  void aProjectIsHeld() {
    assertThat(ConfigChange.with(BEFORE, new Stop(AT, "b", Project.StopPolicy.HOLD)))
        .isEqualTo(
            after(
                BEFORE.cohorts(),
                List.of(
                    BEFORE.projects().getFirst(), project("b", Project.StopPolicy.HOLD, FOUR))));
  }
}
