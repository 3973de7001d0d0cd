package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.internal.engine.IdleRule;
import io.gpuaas.api.internal.service.IdleStops;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.quota.OrganisationImport;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Notebooks of a simulated cluster, which says how busy they are: used for some time, then left
/// alone. Idle for an hour, ten minutes of notice.
class IdleStopIT {
  private static final Instant T0 = Instant.parse("2026-01-10T00:00:00Z");
  private static final IdleRule RULE = new IdleRule(true, 5, 3_600_000, 600_000);
  private static final long MINUTE = 60_000;

  private ConfigurableApplicationContext product;

  @BeforeEach
  void start() {
    TestDatabase database = TestDatabase.create();
    product =
        SpringApplication.run(
            GpuaasApplication.class,
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--server.port=0",
            "--gpuaas.time=virtual",
            "--gpuaas.virtual-start=" + T0);
    bean(OrganisationImport.class).apply(TwoProjects.organisation());
    bean(InventoryAdmin.class)
        .apply(TwoProjects.inventory(new TreeMap<>(Map.of("profile", "exact"))));
    bean(VirtualTimeDriver.class).advanceTo(T0);
  }

  @AfterEach
  void stop() {
    product.close();
  }

  private <T> T bean(Class<T> type) {
    return product.getBean(type);
  }

  @Test
  void anIdleNotebookIsToldAndStoppedAndNobodyElse() {
    assertThat(bean(IdleStops.class).replace(RULE, 1))
        .isEqualTo(new ChangeOutcome.Accepted<>(RULE, 2, List.of()));
    Job left = submit("left", JobSpec.Type.NOTEBOOK, 30 * MINUTE);
    Job used = submit("used", JobSpec.Type.NOTEBOOK, null);
    Job batch = submit("batch", JobSpec.Type.BATCH, 0L);
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    time.advanceTo(T0.plusSeconds(89 * 60));
    assertThat(found(left)).isEmpty();
    time.advanceTo(T0.plusSeconds(10 * 3_600));
    assertThat(found(left)).containsExactly("IdleNotice");
    Job ended = bean(JobQueries.class).find(left.id()).orElseThrow();
    assertThat(ended.phase()).isEqualTo(JobPhase.CANCELLED);
    assertThat(ended.endedAt()).isBetween(T0.plusSeconds(100 * 60), T0.plusSeconds(102 * 60));
    for (Job other : List.of(used, batch)) {
      assertThat(found(other)).isEmpty();
      assertThat(bean(JobQueries.class).find(other.id()).orElseThrow().phase())
          .isEqualTo(JobPhase.RUNNING);
    }
    assertThat(bean(IdleStops.class).replace(IdleRule.OFF, 1))
        .isEqualTo(new ChangeOutcome.Stale<>(2));
  }

  @Test
  void withoutARuleNobodyIsStopped() {
    Job left = submit("left", JobSpec.Type.NOTEBOOK, 0L);
    bean(VirtualTimeDriver.class).advanceTo(T0.plusSeconds(10 * 3_600));
    assertThat(bean(JobQueries.class).find(left.id()).orElseThrow().phase())
        .isEqualTo(JobPhase.RUNNING);
  }

  private List<String> found(Job job) {
    return bean(JobQueries.class).events(job.id(), 0, 100).stream()
        .map(JobEvent::kind)
        .filter(it -> it.startsWith("Idle"))
        .toList();
  }

  private Job submit(String name, JobSpec.Type type, @Nullable Long busyMillis) {
    JobSpec spec =
        new JobDraft(
                "registry.local/lab:1", PodSet.of("main", 1, ResourceAmounts.of(Resources.GPU, 1)))
            .type(type)
            .preemptible(false)
            .maxRuntimeMillis(86_400_000)
            .simulation(new JobSpec.Simulation(86_000_000, 0, 0, 0, busyMillis))
            .spec();
    SubmitOutcome outcome =
        bean(JobService.class)
            .submit(new SubmitJob("red", name, "ada", Collections.emptySortedMap(), spec));
    assertThat(outcome).isInstanceOf(SubmitOutcome.Accepted.class);
    return ((SubmitOutcome.Accepted) outcome).job();
  }
}
