package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostLimits;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.quota.OrganisationImport;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Budgets asked when jobs are admitted, at 2 EUR per GPU-hour; two projects of eight GPUs each
/// that lend them to each other.
class BudgetWalkIT {
  private static final Instant T0 = Instant.parse("2026-01-10T00:00:00Z");
  private static final long HOUR = 3_600_000;
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
    bean(RateCardAdmin.class).save(TestRates.card(), 0, "fin");
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
  void aJobWaitsForMoneyUntilAHoldIsReleased() {
    budgetOfRed("50");
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job first = submit("red", "first", 8, 2 * HOUR, HOUR);
    Job second = submit("red", "second", 8, 2 * HOUR, HOUR);
    Job small = submit("red", "small", 1, HOUR, HOUR / 2);
    time.advanceTo(T0.plusSeconds(60));
    assertThat(phase(first)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(second)).isEqualTo(JobPhase.QUEUED);
    assertThat(phase(small)).isEqualTo(JobPhase.RUNNING);
    WaitReason reason =
        bean(JobQueries.class).waiting(second.id()).orElseThrow().reasons().getFirst();
    assertThat(reason.code()).isEqualTo("BudgetExhausted");
    assertThat(reason.detail()).containsEntry("limit", "50.00").containsEntry("asked", "32.00");
    time.advanceTo(T0.plusSeconds(5_000));
    bean(LedgerFollower.class).catchUp();
    time.advanceTo(T0.plusSeconds(5_060));
    // The first has cost 16, the small one 1; what they held is free again.
    assertThat(phase(first)).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(phase(second)).isEqualTo(JobPhase.RUNNING);
    time.advanceTo(T0.plusSeconds(20_000));
    bean(LedgerFollower.class).catchUp();
    assertThat(phase(second)).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(
            bean(Auditor.class).run(time.now()).stream()
                .filter(check -> !check.ok())
                .map(check -> check.name() + check.rows()))
        .isEmpty();
  }

  /// 4 EUR are left, and 15 minutes before the month ends it costs no more than that in it. Nothing
  /// else happens in those three weeks that could wake the scheduler.
  @Test
  void aJobStartsWhenWhatItMayCostUntilTheMonthEndsIsAffordable() {
    budgetOfRed("20");
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    submit("red", "first", 8, HOUR, HOUR);
    Job second = submit("red", "second", 8, HOUR, HOUR);
    Instant soon = Instant.parse("2026-01-31T23:45:00Z");
    time.advanceTo(T0.plusSeconds(7_200));
    bean(LedgerFollower.class).catchUp();
    time.advanceTo(T0.plusSeconds(7_300));
    assertThat(phase(second)).isEqualTo(JobPhase.QUEUED);
    assertThat(time.nextEventAt()).isEqualTo(soon);
    time.advanceTo(soon.plusSeconds(60));
    assertThat(phase(second)).isEqualTo(JobPhase.RUNNING);
  }

  /// Not even the last millisecond of a month is affordable, of this one or of any other.
  @Test
  void nothingIsWaitedForWhenTimeAloneHelpsNobody() {
    budgetOfRed("0");
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job job = submit("red", "first", 8, HOUR, HOUR);
    time.advanceTo(T0.plusSeconds(60));
    assertThat(phase(job)).isEqualTo(JobPhase.QUEUED);
    assertThat(time.nextEventAt()).isNull();
  }

  @Test
  void aJobWithoutMoneyStartsWhenTheNextMonthBegins() {
    budgetOfRed("16");
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    submit("red", "first", 8, HOUR, HOUR);
    Job second = submit("red", "second", 8, HOUR, HOUR);
    Instant february = Instant.parse("2026-02-01T00:00:00Z");
    time.advanceTo(T0.plusSeconds(7_200));
    bean(LedgerFollower.class).catchUp();
    time.advanceTo(T0.plusSeconds(7_300));
    assertThat(phase(second)).isEqualTo(JobPhase.QUEUED);
    assertThat(time.nextEventAt()).isEqualTo(february);
    time.advanceTo(february.plusSeconds(60));
    assertThat(bean(JobQueries.class).find(second.id()).orElseThrow().phase())
        .isEqualTo(JobPhase.RUNNING);
  }

  /// 16 EUR an hour; its grace of 30 seconds is part of the 32 EUR.
  @Test
  void aJobIsStoppedBeforeItCostsMoreThanItMay() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job job = submit("red", "dear", 8, 10 * HOUR, 9 * HOUR);
    bean(CostLimits.class).set(job.id(), "32", 30_000);
    time.advanceTo(T0.plusSeconds(7_169));
    assertThat(phase(job)).isEqualTo(JobPhase.RUNNING);
    time.advanceTo(T0.plusSeconds(9_000));
    bean(LedgerFollower.class).catchUp();
    Job ended = bean(JobQueries.class).find(job.id()).orElseThrow();
    assertThat(ended.phase()).isEqualTo(JobPhase.CANCELLED);
    assertThat(ended.endedAt()).isEqualTo(T0.plusSeconds(7_170));
    assertThat(bean(CostQueries.class).ofJob(job.id(), time.now()).charge().toDecimal(2))
        .isEqualByComparingTo("31.87");
    assertThat(bean(CostLimits.class).find(job.id()).orElseThrow().stoppedAt())
        .isEqualTo(T0.plusSeconds(7_170));
  }

  @Test
  void nobodyIsEvictedForAJobWithoutMoney() {
    budgetOfRed("10");
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job first = submit("blue", "first", 8, 10 * HOUR, 5 * HOUR);
    Job borrower = submit("blue", "borrower", 8, 10 * HOUR, 5 * HOUR);
    time.advanceTo(T0.plusSeconds(60));
    Job owner = submit("red", "owner", 8, HOUR, HOUR / 2);
    time.advanceTo(T0.plusSeconds(120));
    assertThat(phase(owner)).isEqualTo(JobPhase.QUEUED);
    assertThat(phase(first)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(borrower)).isEqualTo(JobPhase.RUNNING);
    assertThat(bean(JobQueries.class).waiting(owner.id()).orElseThrow().reasons())
        .extracting(WaitReason::code)
        .containsExactly("BudgetExhausted");
    assertThat(standingOfRed().exhaustedAt())
        .as("the budget says so although nobody asked for free GPUs")
        .isEqualTo(T0.plusSeconds(60));
    bean(Budgets.class).override("b", T0.plusSeconds(9_999).toString(), "paper deadline", "fin");
    time.advanceTo(T0.plusSeconds(180));
    assertThat(phase(owner)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(borrower)).isEqualTo(JobPhase.QUEUED);
  }

  /// All GPUs are taken for hours, and money would not be there either.
  @Test
  void aJobWithoutMoneyIsToldSoWhileItWaitsForRoom() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    submit("red", "first", 8, 10 * HOUR, 9 * HOUR);
    submit("blue", "first", 8, 10 * HOUR, 9 * HOUR);
    time.advanceTo(T0.plusSeconds(60));
    budgetOfRed("170");
    Job second = submit("red", "second", 8, HOUR, HOUR);
    time.advanceTo(T0.plusSeconds(120));
    assertThat(bean(JobQueries.class).waiting(second.id()).orElseThrow().reasons())
        .extracting(WaitReason::code)
        .startsWith("BudgetExhausted")
        .hasSizeGreaterThan(1);
  }

  /// 160 EUR for ten hours of eight GPUs, of which one minute has passed.
  @Test
  void aBudgetHoldsWhatJobsMayCostThatRanBeforeIt() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job first = submit("red", "first", 8, 10 * HOUR, HOUR);
    time.advanceTo(T0.plusSeconds(60));
    bean(LedgerFollower.class).catchUp();
    budgetOfRed("165");
    Budgets.Standing standing = standingOfRed();
    assertThat(standing.committed().toDecimal(2)).isEqualByComparingTo("160");
    assertThat(standing.held().toDecimal(2))
        .isBetween(new BigDecimal("159"), new BigDecimal("160"));
    time.advanceTo(T0.plusSeconds(2 * 3_600));
    bean(LedgerFollower.class).catchUp();
    assertThat(phase(first)).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(standingOfRed().held()).isEqualTo(Charge.ZERO);
  }

  private Budgets.Standing standingOfRed() {
    Instant now = bean(VirtualTimeDriver.class).now();
    return bean(Budgets.class).standing("b", homesOfRed(), now).orElseThrow();
  }

  private static SortedMap<String, ProjectHome> homesOfRed() {
    TreeMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("red", new ProjectHome("lab", "team", ""));
    return homes;
  }

  private void budgetOfRed(String amount) {
    Budgets.Draft draft =
        new Budgets.Draft(
            "b", "PROJECT", "red", "MONTH", "UTC", "EUR", amount, true, List.of(100), 0, true);
    assertThat(bean(Budgets.class).save(draft, 0, homesOfRed(), "fin"))
        .isInstanceOf(Budgets.Outcome.Saved.class);
  }

  private JobPhase phase(Job job) {
    return bean(JobQueries.class).find(job.id()).orElseThrow().phase();
  }

  private Job submit(String project, String name, int gpus, long maxRuntimeMillis, long runMillis) {
    PodSet workers = PodSet.of("workers", 1, ResourceAmounts.of(Resources.GPU, gpus));
    JobSpec spec =
        new JobDraft("registry.local/train:1", workers)
            .maxRuntimeMillis(maxRuntimeMillis)
            .simulation(new JobSpec.Simulation(runMillis, 0, 0, 0))
            .spec();
    SubmitOutcome outcome =
        bean(JobService.class)
            .submit(new SubmitJob(project, name, "ada", Collections.emptySortedMap(), spec));
    assertThat(outcome).isInstanceOf(SubmitOutcome.Accepted.class);
    return ((SubmitOutcome.Accepted) outcome).job();
  }
}
