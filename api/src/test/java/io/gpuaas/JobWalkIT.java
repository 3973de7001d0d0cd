package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Team;
import java.time.Instant;
import java.util.Collections;
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
    assertThat(bean(OrganisationImport.class).apply(organisation()))
        .isInstanceOf(ImportOutcome.Imported.class);
    bean(InventoryAdmin.class).apply(inventory());
    bean(VirtualTimeDriver.class).advanceTo(T0);
  }

  @AfterAll
  void stop() {
    product.close();
  }

  @Test
  void aLentGpuIsReclaimedAndEverySecondIsBilledOnce() {
    VirtualTimeDriver time = bean(VirtualTimeDriver.class);
    Job greedy = submit("blue", "greedy", 2, 7200);
    time.advanceTo(T0.plusSeconds(600));
    assertThat(phase(greedy)).isEqualTo(JobPhase.RUNNING);
    Job owner = submit("red", "owner", 1, 3600);
    time.advanceTo(T0.plusSeconds(600));
    assertThat(phase(greedy)).isEqualTo(JobPhase.STOPPING);
    assertThat(phase(owner)).isEqualTo(JobPhase.QUEUED);
    time.advanceTo(T0.plusSeconds(610));
    assertThat(phase(owner)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(greedy)).isEqualTo(JobPhase.QUEUED);
    assertThat(bean(JobQueries.class).waiting(greedy.id()).orElseThrow().reasons()).isNotEmpty();
    time.advanceTo(T0.plusSeconds(100_000));
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

  private Job submit(String project, String name, int nodes, long seconds) {
    SubmitOutcome outcome = bean(JobService.class).submit(wish(project, name, nodes, seconds));
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

  private static SubmitJob wish(String project, String name, int nodes, long seconds) {
    PodSet workers = PodSet.of("workers", nodes, ResourceAmounts.of(Resources.GPU, 8));
    JobSpec spec =
        new JobSpec(
            JobSpec.Type.BATCH,
            "registry.local/train:1",
            List.of(),
            List.of(),
            Collections.emptySortedMap(),
            List.of(workers),
            "normal",
            true,
            false,
            0,
            0,
            1,
            30,
            new JobSpec.Simulation(seconds * 1000, 0, 10_000, 0));
    return new SubmitJob(project, name, "ada", Collections.emptySortedMap(), spec);
  }

  static OrganisationDocument organisation() {
    Flavor flavor =
        new Flavor("h200", new TreeMap<>(Map.of("gpu", "h200")), List.of(), List.of(), null);
    return new OrganisationDocument(
        null,
        List.of(new Department("lab", "Lab", null, null)),
        List.of(new Team("team", "Team", "lab")),
        List.of(),
        List.of(new FlavorSettings(flavor, "H200-141GB")),
        List.of(),
        List.of(new CohortSettings("all", null, 1000)),
        List.of(project("blue"), project("red")),
        List.of(quota("blue"), quota("red")));
  }

  private static ProjectSettings project(String name) {
    return new ProjectSettings(
        name,
        name,
        "team",
        "all",
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), List.of("h200"))),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  private static QuotaSet quota(String project) {
    return new QuotaSet(
        QuotaOwner.project(project),
        List.of(new Quota(new FlavorResource("h200", Resources.GPU), 8, null, null)));
  }

  static InventoryDocument inventory() {
    return new InventoryDocument(
        List.of(new Cluster("east", "simulated", new TreeMap<>(Map.of("profile", "exact")))),
        List.of(node("n1"), node("n2")),
        SchedulingPolicy.DEFAULT);
  }

  private static Node node(String name) {
    return new Node(
        new NodeRef("east", name),
        new TreeMap<>(Map.of("gpu", "h200")),
        ResourceAmounts.of(Map.of(Resources.GPU, 8L, Resources.PODS, 110L)),
        0,
        "H200-141GB",
        false,
        List.of(),
        true,
        true);
  }
}
