package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.NodeHealth;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import io.gpuaas.placement.RunCommand.StopRun;
import io.gpuaas.placement.RunLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Backend `job`: Jobs of kube-controller-manager and kube-scheduler.
class JobBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "job";
  }

  @Test
  void podSetsAreJobsOfTheirOwnAndStartTogether() {
    EnsureRun run =
        TestRuns.of(
            id("two"),
            JobSpec.Type.BATCH,
            1500,
            0,
            List.of(
                TestRuns.set("leader", 0, List.of("gpu-03")),
                TestRuns.set("workers", 2, List.of("gpu-01", "gpu-00"))));
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    assertThat(jobs(run)).hasSize(2);
    assertThat(pods(run))
        .extracting(pod -> pod.getSpec().getNodeName())
        .containsExactlyInAnyOrder("gpu-03", "gpu-01", "gpu-00");
    assertThat(heard.await(run.run(), RunEnded.class).outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void whatIsDeletedFromOutsideIsMourned() {
    EnsureRun run = gang(id("out"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    client.batch().v1().jobs().resource(jobs(run).getFirst()).delete();
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.message()).isEqualTo("Its objects were deleted from outside.");
  }

  @Test
  void aRunThatVanishedWhileNobodyLookedIsNotMadeAgain() {
    EnsureRun run = gang(id("lost"), 0, 0);
    port().send(List.of(TestRuns.started(run)));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(jobs(run)).isEmpty();
  }

  @Test
  void aPodThatTheSchedulerPreemptedIsThePlatformsFault() {
    EnsureRun run = TestRuns.gang(id("pre"), 8, 0, 0, List.of("gpu-03"));
    port().send(List.of(run));
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
    EnsureRun run = gang(id("evict"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    Heard.until("the budget counts all pods", () -> healthy(run) == 3);
    assertThat(client.pods().resource(pods(run).getFirst()).evict()).isFalse();
    assertThat(pods(run)).noneMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null);
    port().send(List.of(new StopRun(run.run(), 2, InstantSource.system().instant(), 2)));
  }

  private int healthy(EnsureRun run) {
    var budget =
        client
            .policy()
            .v1()
            .podDisruptionBudget()
            .inNamespace("gpuaas-vision")
            .withName(RunShape.nameOf(run.run()))
            .get();
    return budget == null || budget.getStatus() == null
        ? 0
        : budget.getStatus().getCurrentHealthy();
  }

  @Test
  void whatTheClusterRefusesEndsWithItsReason() {
    EnsureRun bad = TestRuns.ofProject(gang(id("bad"), 0, 0), "UPPER");
    port().send(List.of(bad));
    RunEnded ended = heard.await(bad.run(), RunEnded.class);
    assertThat(ended.message()).contains("gpuaas-UPPER").contains("lowercase");
    assertThat(jobs(bad)).isEmpty();
  }

  @Test
  void tellsOfNodesAndTheirGpus() {
    heard.await("a node", NodeHealth.class::isInstance);
    KubernetesCluster cluster = (KubernetesCluster) port();
    Heard.until("all nodes are known", () -> cluster.nodes().size() >= 4);
    // On some of them pods of other tests, which are strangers here, hold GPUs meanwhile.
    assertThat(cluster.nodes())
        .anyMatch(it -> it.node().ready() && it.node().capacity().of("nvidia.com/gpu") == 8);
  }

  @Test
  void whatStrangersHoldOfANodeIsNotOursToGive() {
    KubernetesCluster cluster = (KubernetesCluster) port();
    Strangers strangers = new Strangers(client, unique);
    Heard.until("the node is known", () -> freeOf(cluster, "gpu-04") == 8);
    strangers.takeOver("gpu-04", 3);
    try {
      Heard.until("their GPUs are missing", () -> freeOf(cluster, "gpu-04") == 5);
      assertThat(cluster.nodes())
          .map(NodeFacts::node)
          .filteredOn(node -> node.ref().name().equals("gpu-04"))
          .allMatch(node -> node.heldByOthers().of("nvidia.com/gpu") == 3);
      assertThat(strangersOf(cluster))
          .singleElement()
          .satisfies(
              pod -> {
                assertThat(pod.milliGpus()).isEqualTo(3_000);
                assertThat(pod.node().name()).isEqualTo("gpu-04");
                assertThat(pod.workload().kind()).isEqualTo("Pod");
                assertThat(pod.project()).isEqualTo("unattributed");
              });
    } finally {
      strangers.leave();
    }
    Heard.until("they are ours again", () -> freeOf(cluster, "gpu-04") == 8);
    assertThat(strangersOf(cluster)).singleElement().matches(pod -> pod.endedAt() != null);
  }

  private List<ForeignPod> strangersOf(KubernetesCluster cluster) {
    return cluster.foreign().pods().stream()
        .filter(pod -> pod.name().equals("stranger-" + unique))
        .toList();
  }

  /// Page by page from a place on, while it runs and after its end; what was written last is there
  /// although the pods are gone.
  @Test
  void whatPodsWriteIsFollowedToTheEndAndReadAgainFromAnyPlace() {
    EnsureRun run = gang(id("log"), 2_500, 0);
    Instant bound = InstantSource.system().instant();
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    List<RunLog.Line> lines = new ArrayList<>();
    Heard.until("it writes", () -> readOn(run, bound, null, lines) && !lines.isEmpty());
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    port().send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    Heard.until("all of it was read", () -> !readOn(run, bound, ended.at(), lines));

    assertThat(lines).extracting(RunLog.Line::number).isSorted().doesNotHaveDuplicates();
    for (int rank = 0; rank < 3; rank++) {
      int wanted = rank;
      List<String> texts =
          lines.stream().filter(it -> it.rank() == wanted).map(RunLog.Line::text).toList();
      assertThat(texts.getFirst()).endsWith(List.of("gpu-02", "gpu-00", "gpu-01").get(rank));
      assertThat(texts).contains("step 1", "step 4").endsWith("ends with code 0");
    }
    List<RunLog.Line> again = new ArrayList<>(lines.subList(0, 5));
    Heard.until("the rest was read", () -> !readOn(run, bound, ended.at(), again));
    assertThat(again).isEqualTo(lines);
  }

  /// False when nothing will follow.
  private boolean readOn(
      EnsureRun run, Instant bound, @Nullable Instant ended, List<RunLog.Line> lines) {
    long after = lines.isEmpty() ? 0 : lines.getLast().number();
    RunLog page =
        port()
            .log(
                new RunLog.Question(
                    RunsAndJobs.job(run),
                    RunsAndJobs.run(run, bound, ended),
                    after,
                    InstantSource.system().instant().minusSeconds(1),
                    4));
    lines.addAll(page.lines());
    return !page.complete();
  }

  private static long freeOf(KubernetesCluster cluster, String node) {
    return cluster.nodes().stream()
        .map(it -> it.node())
        .filter(it -> it.ref().name().equals(node))
        .mapToLong(it -> it.capacity().of("nvidia.com/gpu"))
        .sum();
  }

  /// The policy lets Jobs pass: it is about pods, which the job controller makes later.
  @Test
  void podsWithAnImageOfAForbiddenRegistryEndTheRunInTheClustersWords() {
    EnsureRun run = TestRuns.ofImage(gang(id("img"), 0, 0), "forbidden.example/train:1");
    try (RegistryPolicy policy = new RegistryPolicy(client, "forbidden.example/")) {
      policy.awaitInForce();
      port().send(List.of(run));
      RunEnded ended = heard.await(run.run(), RunEnded.class);
      assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
      assertThat(ended.message())
          .startsWith("The cluster refused its pods: ")
          .contains("Images of forbidden.example/ are not allowed.");
    }
    port().send(List.of(new RemoveRun(run.run(), 2, InstantSource.system().instant())));
    heard.await(run.run(), RunGone.class);
    nothingIsLeft(run);
  }

  @Test
  void secretsAreNotAmongItsRights() {
    try (KubernetesClient product = productClient()) {
      assertThatThrownBy(() -> product.secrets().inNamespace("default").list())
          .hasMessageContaining("forbidden");
    }
  }

  @Test
  void theApiServerTakesEveryFieldThatIsRendered() {
    TreeMap<String, String> settings =
        new TreeMap<>(
            java.util.Map.of(
                "fabric", "infiniband",
                "rdmaResource", "rdma/hca_shared_devices_a",
                "network", "ib-fabric",
                "checkpointClass", "shared-fs",
                "namespacePrefix", "full-",
                "egress", "10.20.0.0/16"));
    EnsureRun run = gang(id("full"), 0, 0);
    Backend.Rendering rendering = Backend.named("job").render(run, Site.of(settings));
    try (KubernetesClient product = productClient()) {
      ObjectApi api = new ObjectApi(product);
      rendering.lasting().forEach(api::make);
      rendering.mains().forEach(api::rehearse);
      rendering.around().forEach(api::rehearse);
    }
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
}
