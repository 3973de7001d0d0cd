package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// The walk of a job on virtual time: submit, decide, apply, dispatch, observe, meter, ledger.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobWalkIT {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private ConfigurableApplicationContext product;

  @BeforeAll
  void start() {
    TestDatabase database = TestDatabase.create();
    product =
        SpringApplication.run(
            GpuaasApplication.class,
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--server.port=0",
            "--gpuaas.single-process=true",
            "--gpuaas.time=virtual",
            "--gpuaas.virtual-start=" + T0);
    assertThat(bean(OrganisationImport.class).apply(TwoProjects.organisation()))
        .isInstanceOf(ImportOutcome.Imported.class);
    bean(InventoryAdmin.class)
        .apply(TwoProjects.inventory(new TreeMap<>(Map.of("profile", "exact"))));
    bean(VirtualTimeDriver.class).advanceTo(T0);
  }

  @AfterAll
  void stop() {
    product.close();
  }

  @Test
  void aLentGpuIsReclaimedAndEverySecondIsBilledOnce() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Instant begin = time.now();
    Job greedy = submit("blue", "greedy", 2, 7200);
    time.advanceTo(begin.plusSeconds(600));
    assertThat(phase(greedy)).isEqualTo(JobPhase.RUNNING);
    Job owner = submit("red", "owner", 1, 3600);
    time.advanceTo(begin.plusSeconds(600));
    assertThat(phase(greedy)).isEqualTo(JobPhase.STOPPING);
    assertThat(phase(owner)).isEqualTo(JobPhase.QUEUED);
    time.advanceTo(begin.plusSeconds(610));
    assertThat(phase(owner)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(greedy)).isEqualTo(JobPhase.QUEUED);
    Job waitsAgain = bean(JobQueries.class).find(greedy.id()).orElseThrow();
    assertThat(waitsAgain.queuedAt()).isEqualTo(begin.plusSeconds(610));
    assertThat(waitsAgain.submittedAt()).isEqualTo(begin);
    assertThat(bean(JobQueries.class).waiting(greedy.id()).orElseThrow().reasons()).isNotEmpty();
    time.advanceTo(begin.plusSeconds(100_000));
    assertThat(phase(owner)).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(phase(greedy)).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(kinds(greedy))
        .containsExactly(
            "Submitted",
            "Admitted",
            "Started",
            "Preempted",
            "Ended",
            "Requeued",
            "Admitted",
            "Started",
            "Succeeded");
    bean(LedgerFollower.class).catchUp();
    CostQueries.JobCost cost = bean(CostQueries.class).ofJob(greedy.id(), time.now());
    // 16 GPUs from 0 to 610 s (stop takes 10 s), then 7200 s of work and 10 s to clean up.
    assertThat(cost.time().gpuSeconds()).isEqualTo(16 * (610 + 7200 + 10));
    assertThat(bean(CostQueries.class).ofJob(owner.id(), time.now()).time().gpuSeconds())
        .isEqualTo(8 * (3600 + 10));
  }

  @Test
  void aDatedQuotaCutIsKept() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Instant begin = time.now();
    Job both = submit("blue", "both", 2, 7200);
    time.advanceTo(begin.plusSeconds(60));
    assertThat(phase(both)).isEqualTo(JobPhase.RUNNING);
    Instant date = begin.plusSeconds(3600);
    QuotaSet before = replaceBlue(new Quota(TwoProjects.CELL, 8, 0L, null, date));
    time.advanceTo(date.minusSeconds(1));
    assertThat(phase(both)).isEqualTo(JobPhase.RUNNING);
    time.advanceTo(date);
    assertThat(phase(both)).isEqualTo(JobPhase.STOPPING);
    Run run = bean(JobQueries.class).runs(both.id()).getFirst();
    assertThat(run.stoppingAt()).isEqualTo(date);
    assertThat(run.stopReason()).isEqualTo("PREEMPTED_QUOTA_CUT");
    replaceBlue(before.quotas().getFirst());
    time.advanceTo(begin.plusSeconds(50_000));
    assertThat(phase(both)).isEqualTo(JobPhase.SUCCEEDED);
  }

  /// Gives what was there before.
  private QuotaSet replaceBlue(Quota quota) {
    QuotaOwner blue = QuotaOwner.project("blue");
    Versioned<QuotaSet> before = bean(QuotaAdmin.class).quotas(blue).orElseThrow();
    QuotaSet wanted = new QuotaSet(blue, List.of(quota));
    assertThat(bean(QuotaAdmin.class).replaceQuotas(wanted, before.version()))
        .isInstanceOf(ChangeOutcome.Accepted.class);
    return before.value();
  }

  private Job submit(String project, String name, int nodes, long seconds) {
    SubmitOutcome outcome =
        bean(JobService.class).submit(TwoProjects.wish(project, name, nodes, seconds));
    assertThat(outcome).isInstanceOf(SubmitOutcome.Accepted.class);
    return ((SubmitOutcome.Accepted) outcome).job();
  }

  private JobPhase phase(Job job) {
    return bean(JobQueries.class).find(job.id()).orElseThrow().phase();
  }

  private List<String> kinds(Job job) {
    return bean(JobQueries.class).events(job.id(), 0, 100).stream().map(JobEvent::kind).toList();
  }

  private <T> T bean(Class<T> type) {
    return product.getBean(type);
  }
}
