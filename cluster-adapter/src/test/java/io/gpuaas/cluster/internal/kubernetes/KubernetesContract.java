package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The contract against the real API server, controllers and scheduler of the test bed.
abstract class KubernetesContract extends ClusterPortContract {
  @RegisterExtension static final Peer BED = Peer.bed();
  protected KubernetesClient client;

  @BeforeEach
  final void openClient() {
    client = newClient();
  }

  @AfterEach
  final void closeClient() {
    client.close();
  }

  /// What the product uses: all of the contract passes with the rights that operators are told to
  /// give. The tests themselves may do everything.
  protected final KubernetesClient productClient() {
    try (KubernetesClient admin = newClient()) {
      return LeastRights.client(admin, rights());
    }
  }

  protected static KubernetesClient newClient() {
    Config config = Config.fromKubeconfig(BED.path("kubeconfig").toFile());
    return ApiClients.of(config);
  }

  protected abstract String backend();

  /// Backends whose rights the product has.
  protected String[] rights() {
    return new String[] {backend()};
  }

  protected Map<String, String> settings() {
    return Map.of();
  }

  @Override
  protected ClusterPort connect(Heard sink) {
    return connect(sink, "instance", "it-" + unique);
  }

  /// With one setting changed.
  protected final ClusterPort connect(Heard sink, String key, String value) {
    TreeMap<String, String> settings = new TreeMap<>(settings());
    settings.put("instance", "it-" + unique);
    settings.put(key, value);
    KubernetesCluster cluster =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, backend(), settings),
            productClient(),
            sink,
            InstantSource.system());
    cluster.follow(1);
    cluster.start();
    return cluster;
  }

  @Override
  protected void disconnect(ClusterPort connected) {
    ((KubernetesCluster) connected).close();
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return TestRuns.gangOfThree(id, millis, exitCode);
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    ObjectApi api = new ObjectApi(client);
    List<Kind> kinds = new ArrayList<>(Backend.named(backend()).gangKinds());
    kinds.add(Backend.named(backend()).mainKind());
    for (Kind kind : kinds) {
      Heard.until(
          "no %s is left of %s".formatted(kind.name(), run.run()),
          () -> api.ofRun(kind, run.run().value()).isEmpty());
    }
    Heard.until("no pod is left of " + run.run(), () -> pods(run).isEmpty());
  }

  /// Ranks are in order where each pod was told its node; else the set of nodes is right.
  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    List<String> placed = new ArrayList<>();
    run.assignments()
        .forEach(
            assignment ->
                assignment.nodes().stream()
                    .map(NodeShare::node)
                    .forEach(node -> placed.add(node.name())));
    TreeMap<String, String> byRank = new TreeMap<>();
    for (Pod pod : pods(run)) {
      String index =
          pod.getMetadata()
              .getLabels()
              .getOrDefault(
                  "batch.kubernetes.io/job-completion-index", pod.getMetadata().getName());
      byRank.put(index, pod.getSpec().getNodeName());
    }
    if (keepsRanks()) {
      assertThat(byRank.values()).containsExactlyElementsOf(placed);
    } else {
      assertThat(placed).containsAll(byRank.values());
      assertThat(byRank).hasSize(placed.size());
    }
  }

  protected boolean keepsRanks() {
    return true;
  }

  protected final List<Pod> pods(EnsureRun run) {
    return client
        .pods()
        .inAnyNamespace()
        .withLabel(RunShape.RUN, run.run().value())
        .list()
        .getItems();
  }
}
