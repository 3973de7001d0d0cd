package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.TestRuns;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(
    named = TestBed.PROPERTY,
    matches = ".+",
    disabledReason = "The test bed is not running: it needs Go, and the profile testbed.")
class JobBackendTestbedIT {
  private final Heard heard = new Heard();
  private final String unique = Long.toString(System.nanoTime(), 36);
  private KubernetesClient client;
  private KubernetesCluster cluster;

  @BeforeEach
  void connect() {
    client = TestBed.client();
    cluster = begin();
  }

  private KubernetesCluster begin() {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("instance", "it-" + unique);
    KubernetesCluster begun =
        new KubernetesCluster(
            TestRuns.CLUSTER,
            Backend.named("job"),
            Site.of(settings),
            TestBed.client(),
            heard,
            InstantSource.system());
    begun.start();
    return begun;
  }

  @AfterEach
  void disconnect() {
    cluster.close();
    client.close();
  }

  private EnsureRun gang(String name, long millis, int exitCode, List<String> nodes) {
    return TestRuns.gang((name + unique).toUpperCase(), 2, millis, exitCode, nodes);
  }

  @Test
  void runsAGangOnTheChosenNodesInRankOrderToItsEnd() {
    EnsureRun run = gang("a", 3000, 0, List.of("gpu-02", "gpu-00", "gpu-02", "gpu-01"));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    assertThat(nodesByRank(run)).containsExactly("gpu-02", "gpu-00", "gpu-02", "gpu-01");
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(jobs(run)).as("kept until the end is recorded").hasSize(1);
    cluster.send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    assertThat(jobs(run)).isEmpty();
    assertThat(pods(run)).isEmpty();
    assertThat(heard.of(run.run())).hasSize(3);
  }

  @Test
  void tellsAFailureOfTheProgramWithItsExitCode() {
    EnsureRun run = gang("b", 500, 17, List.of("gpu-00", "gpu-01"));
    cluster.send(List.of(run));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(ended.exitCode()).isEqualTo(17);
  }

  @Test
  void aStopLeavesNothingBehind() {
    EnsureRun run = gang("c", 0, 0, List.of("gpu-00", "gpu-01"));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    cluster.send(List.of(new StopRun(run.run(), 2, Instant.now(), 2)));
    heard.await(run.run(), RunGone.class);
    assertThat(((RunEnded) heard.of(run.run()).get(1)).outcome()).isEqualTo(RunOutcome.STOPPED);
    assertThat(pods(run)).isEmpty();
  }

  @Test
  void stoppingWhatNeverWasIsAnsweredWithGone() {
    RunId run = new RunId("run_NEVER" + unique.toUpperCase());
    cluster.send(List.of(new StopRun(run, 2, Instant.now(), 2)));
    heard.await(run, RunGone.class);
  }

  @Test
  void repeatedCommandsAndARestartMakeNothingTwice() {
    EnsureRun run = gang("d", 0, 0, List.of("gpu-00", "gpu-01"));
    cluster.send(List.of(run));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    String uid = jobs(run).getFirst().getMetadata().getUid();
    cluster.close();
    cluster = begin();
    cluster.send(List.of(started(run)));
    Heard.until("it says again that it started", () -> heard.of(run.run()).size() == 2);
    assertThat(jobs(run)).extracting(job -> job.getMetadata().getUid()).containsExactly(uid);
    cluster.send(List.of(new StopRun(run.run(), 2, Instant.now(), 2)));
    heard.await(run.run(), RunGone.class);
  }

  @Test
  void whatIsDeletedFromOutsideIsMourned() {
    EnsureRun run = gang("e", 0, 0, List.of("gpu-00", "gpu-01"));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    client.batch().v1().jobs().inNamespace("gpuaas-vision").resource(jobs(run).getFirst()).delete();
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.message()).isEqualTo("Its objects were deleted from outside.");
  }

  @Test
  void aRunThatVanishedWhileNobodyLookedIsNotMadeAgain() {
    EnsureRun run = gang("f", 0, 0, List.of("gpu-00"));
    cluster.send(List.of(started(run)));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(jobs(run)).isEmpty();
  }

  @Test
  void aPodThatTheSchedulerPreemptedIsThePlatformsFault() {
    EnsureRun run = TestRuns.gang(("G" + unique).toUpperCase(), 8, 0, 0, List.of("gpu-03"));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    Strangers strangers = new Strangers(client, unique);
    strangers.takeOver("gpu-03", 8);
    try {
      RunEnded ended = heard.await(run.run(), RunEnded.class);
      assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
      assertThat(ended.message()).contains("PreemptionByScheduler").contains("gpu-03");
    } finally {
      strangers.leave();
    }
  }

  @Test
  void aGangRefusesVoluntaryEviction() {
    EnsureRun run = gang("i", 0, 0, List.of("gpu-00", "gpu-01"));
    cluster.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    Heard.until(
        "the budget counts both pods",
        () -> {
          var budget =
              client
                  .policy()
                  .v1()
                  .podDisruptionBudget()
                  .inNamespace("gpuaas-vision")
                  .withName(RunShape.nameOf(run.run()))
                  .get();
          return budget.getStatus() != null && budget.getStatus().getCurrentHealthy() == 2;
        });
    assertThat(client.pods().resource(pods(run).getFirst()).evict()).isFalse();
    assertThat(pods(run)).noneMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null);
  }

  @Test
  void whatTheClusterRefusesEndsWithItsReason() {
    EnsureRun good = gang("h", 0, 0, List.of("gpu-00"));
    EnsureRun bad =
        new EnsureRun(
            good.run(),
            1,
            good.issuedAt(),
            good.job(),
            good.jobName(),
            "UPPER",
            good.podSets(),
            good.assignments(),
            good.spec(),
            0,
            false);
    cluster.send(List.of(bad));
    RunEnded ended = heard.await(bad.run(), RunEnded.class);
    assertThat(ended.message()).contains("gpuaas-UPPER").contains("lowercase");
  }

  @Test
  void tellsOfNodesAndTheirGpus() {
    Heard.until("all nodes are known", () -> cluster.nodes().size() >= 4);
    assertThat(cluster.nodes().getFirst().node().capacity().of("nvidia.com/gpu")).isEqualTo(8);
    assertThat(cluster.nodes().getFirst().node().ready()).isTrue();
  }

  private static EnsureRun started(EnsureRun run) {
    return new EnsureRun(
        run.run(),
        1,
        run.issuedAt(),
        run.job(),
        run.jobName(),
        run.project(),
        run.podSets(),
        run.assignments(),
        run.spec(),
        0,
        true);
  }

  private List<Job> jobs(EnsureRun run) {
    return client
        .batch()
        .v1()
        .jobs()
        .inAnyNamespace()
        .withLabel(RunShape.RUN, run.run().value())
        .list()
        .getItems();
  }

  private List<Pod> pods(EnsureRun run) {
    return client
        .pods()
        .inAnyNamespace()
        .withLabel(RunShape.RUN, run.run().value())
        .list()
        .getItems();
  }

  private List<String> nodesByRank(EnsureRun run) {
    TreeMap<Integer, String> nodes = new TreeMap<>();
    for (Pod pod : pods(run)) {
      String index = pod.getMetadata().getLabels().get("batch.kubernetes.io/job-completion-index");
      nodes.put(Integer.valueOf(index), pod.getSpec().getNodeName());
    }
    return List.copyOf(nodes.values());
  }
}
