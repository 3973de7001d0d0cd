package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The contract for backends whose peer cannot be run here: a model plays it. What the model knows
/// of its peer was read of that peer's source, not seen. Each test has a cluster of its own.
@Execution(ExecutionMode.CONCURRENT)
abstract class ModelContract extends ClusterPortContract {
  private final ModelledCluster cluster = newCluster();

  protected abstract ModelledCluster newCluster();

  protected abstract String backend();

  protected SortedMap<String, String> settings() {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("instance", "it-" + unique);
    return settings;
  }

  @AfterEach
  final void stopCluster() {
    cluster.close();
  }

  @Override
  protected ClusterPort connect(Heard sink) {
    KubernetesClient client = cluster.client();
    KubernetesCluster port =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, backend(), settings()),
            client,
            sink,
            InstantSource.system());
    port.follow(1);
    port.start();
    return port;
  }

  @Override
  protected void disconnect(ClusterPort connected) {
    ((KubernetesCluster) connected).close();
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return TestRuns.gangOfThree(id, millis, exitCode);
  }

  protected final List<Tree> pods(EnsureRun run) {
    return cluster.list("/pods").stream()
        .filter(pod -> pod.text("metadata", "labels", RunShape.RUN).equals(run.run().value()))
        .toList();
  }

  protected final ModelledCluster cluster() {
    return cluster;
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    List<Kind> kinds = new ArrayList<>(Backend.named(backend()).gangKinds());
    kinds.add(Backend.named(backend()).mainKind());
    for (Kind kind : kinds) {
      String resource = kind.group() + "/" + kind.plural();
      Heard.until("no " + resource + " is left", () -> cluster.list(resource).isEmpty());
    }
    assertThat(pods(run)).isEmpty();
  }

  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    TreeSet<String> placed = new TreeSet<>();
    run.assignments().forEach(it -> it.nodes().forEach(share -> placed.add(share.node().name())));
    TreeSet<String> bound = new TreeSet<>();
    pods(run).forEach(pod -> bound.add(pod.text("spec", "nodeName")));
    assertThat(bound).isEqualTo(placed);
  }

  @Test
  void aPodThatIsPushedOffEndsTheRunByThePlatformsFault() {
    EnsureRun run = gang(id("g"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    cluster.evict(pods(run).getLast());
    if (!tellsOfLostPods()) {
      return;
    }
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
    assertThat(ended.message()).contains("EvictionByEvictionAPI");
  }

  /// Whether its operator ends a job that has lost a pod.
  protected boolean tellsOfLostPods() {
    return true;
  }
}
