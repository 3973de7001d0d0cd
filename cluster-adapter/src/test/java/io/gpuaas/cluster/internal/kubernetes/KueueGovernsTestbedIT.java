package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `kueue` where a real Kueue decides which job is next, with the rights that operators are
/// told to give.
class KueueGovernsTestbedIT {
  @RegisterExtension static final Peer BED = Peer.bed();

  @RegisterExtension static final Peer OPERATOR = Peer.operator("kueue");

  private final String unique = Long.toString(System.nanoTime(), 36);
  private final Heard heard = new Heard();
  private final KubernetesClient client =
      ApiClients.of(Config.fromKubeconfig(BED.path("kubeconfig").toFile()));
  private final KueueQueues queues = new KueueQueues(client);
  private KubernetesCluster cluster = connect("kueue");

  private KubernetesCluster connect(String admission) {
    Map<String, String> settings =
        Map.of("admission", admission, "queue", "q-" + unique, "instance", "it-" + unique);
    KubernetesCluster connected =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, "kueue", new TreeMap<>(settings)),
            LeastRights.client(client, "kueue"),
            heard,
            InstantSource.system());
    connected.follow(1);
    return connected;
  }

  @BeforeEach
  void begin() {
    queues.make();
  }

  @AfterEach
  void end() {
    cluster.queue(List.of());
    Heard.until("nothing stands in its queues any more", () -> workloads() == 0);
    cluster.close();
    client.close();
  }

  private long workloads() {
    return new ObjectApi(client)
        .labelled(Kinds.KUEUE_WORKLOAD, RunShape.INSTANCE, "it-" + unique)
        .size();
  }

  /// Two pods of two GPUs each.
  private EnsureRun gang(String name) {
    return TestRuns.gang(
        (name + unique).toUpperCase(Locale.ROOT), 2, 0, 0, List.of("gpu-01", "gpu-00"));
  }

  private void comesIn(Job job) {
    Heard.until("it is let in", () -> cluster.turn(job).come());
  }

  private void isOver(EnsureRun run) {
    cluster.send(List.of(new RemoveRun(run.run(), 2, run.issuedAt())));
    heard.await(run.run(), RunGone.class);
  }

  @Test
  void aJobWaitsInItsWordsUntilThePodsOfAnotherAreGone() {
    queues.makeNarrow("q-" + unique);
    cluster.start();
    EnsureRun first = gang("a");
    EnsureRun second = gang("b");
    Job ahead = RunsAndJobs.waiting(first, 0);
    Job behind = RunsAndJobs.waiting(second, 0);
    assertThat(cluster.governs()).isTrue();
    cluster.queue(List.of(ahead));
    comesIn(ahead);
    cluster.queue(List.of(ahead, behind));
    Heard.until("Kueue says why", () -> cluster.turn(behind).message().contains("nvidia.com/gpu"));
    cluster.send(List.of(first));
    heard.await(first.run(), RunStarted.class);
    cluster.queue(List.of(behind));
    assertThat(cluster.turn(behind).come()).isFalse();
    isOver(first);
    comesIn(behind);
    assertThat(workloads()).isEqualTo(1);
  }

  @Test
  void whomKueuePreemptsMakesRoomAndIsNoFailure() {
    queues.makeNarrow("q-" + unique);
    cluster.start();
    EnsureRun low = gang("low");
    cluster.queue(List.of(RunsAndJobs.waiting(low, 10)));
    comesIn(RunsAndJobs.waiting(low, 10));
    cluster.send(List.of(low));
    heard.await(low.run(), RunStarted.class);
    Job high = RunsAndJobs.waiting(gang("high"), 1000);
    cluster.queue(List.of(high));
    RunEnded ended = heard.await(low.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.PREEMPTED);
    assertThat(ended.message()).startsWith("The backend kueue took it back: Preempted: ");
    assertThat(cluster.turn(high).come()).isFalse();
    isOver(low);
    comesIn(high);
  }

  /// A rack has two nodes of eight GPUs; its run is placed where Kueue has put its pods.
  @Test
  void whereItChoosesNodesTheyAreOfOneRack() {
    queues.makeWithTopology("q-" + unique);
    cluster.close();
    cluster = connect("kueue-topology");
    cluster.start();
    EnsureRun run = gang("tas");
    PodSet wanted =
        run.podSets().getFirst().withTopology(TopologyRequest.required("topology.gpuaas.io/rack"));
    Job job = RunsAndJobs.waiting(TestRuns.with(run, run.spec().withPodSets(List.of(wanted))), 0);
    cluster.queue(List.of(job));
    comesIn(job);
    SortedMap<String, NodeAffinityTerm> nodes = cluster.turn(job).nodes();
    assertThat(nodes).containsOnlyKeys("workers");
    for (NodeAffinityTerm chosen : nodes.values()) {
      assertThat(chosen.key()).isEqualTo("kubernetes.io/hostname");
      assertThat(chosen.operator()).isEqualTo(NodeAffinityTerm.Operator.IN);
      assertThat(racks(chosen.values())).hasSize(1);
    }
    Job nowhere = RunsAndJobs.waiting(elsewhere(gang("no")), 0);
    cluster.queue(List.of(job, nowhere));
    Heard.until("Kueue says why", () -> cluster.turn(nowhere).message().contains("level"));
    assertThat(cluster.turn(nowhere)).isEqualTo(QueueTurn.waiting(cluster.turn(nowhere).message()));
  }

  private static EnsureRun elsewhere(EnsureRun run) {
    PodSet wanted =
        run.podSets().getFirst().withTopology(TopologyRequest.required("example.com/no"));
    return TestRuns.with(run, run.spec().withPodSets(List.of(wanted)));
  }

  private List<String> racks(List<String> nodes) {
    return nodes.stream()
        .map(
            node ->
                client
                    .nodes()
                    .withName(node)
                    .get()
                    .getMetadata()
                    .getLabels()
                    .get("topology.gpuaas.io/rack"))
        .distinct()
        .toList();
  }
}
