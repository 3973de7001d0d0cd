package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.peers.Fault;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Clusters that are slow, half dead, or have not what a backend needs: each says so with the
/// remedy, blames no run, is not asked without end, and goes on when it is mended.
class BadClustersIT {
  private final ModelledBed bed = new ModelledBed();
  private final Heard heard = new Heard();

  @AfterEach
  void close() {
    bed.close();
  }

  private KubernetesCluster connect(String backend) {
    return connect(backend, Map.of());
  }

  private KubernetesCluster connect(String backend, Map<String, String> settings) {
    KubernetesCluster cluster =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, backend, new TreeMap<>(settings)),
            bed.server.client(),
            heard,
            InstantSource.system());
    cluster.follow(1);
    cluster.start();
    return cluster;
  }

  private void isSaidAndMended(KubernetesCluster cluster, EnsureRun run, String... told) {
    cluster.send(List.of(run));
    Heard.until("it is said", () -> !cluster.condition().isWell());
    assertThat(cluster.condition().message()).contains(told);
    assertThat(heard.of(run.run())).isEmpty();
    bed.server.heal();
    heard.await(run.run(), RunStarted.class);
    Heard.until("it is well again", () -> cluster.condition().isWell());
    assertThat(heard.of(run.run())).hasSize(1);
    assertThat(bed.server.labelled(ModelledBed.JOBS, "gpuaas.io/run", run.run().value()))
        .hasSize(1);
  }

  /// Its answers take longer than anybody waits; the client waits for two seconds.
  @Test
  void aSlowClusterIsSaidAndNothingIsMadeTwice() {
    bed.server.fail(Fault.slow(ModelledBed.POST_JOB, 10_000));
    try (KubernetesCluster cluster = connect("job")) {
      isSaidAndMended(cluster, ModelledBed.gang("SLOW"), "Check that its address answers");
    }
  }

  /// It takes writes and cannot be read: what is there is not known, so nothing is made.
  @Test
  void aHalfDeadClusterIsSaidAndGetsNothing() {
    bed.server.fail(Fault.of("GET /pods", 500, "etcdserver: request timed out"));
    try (KubernetesCluster cluster = connect("job")) {
      EnsureRun run = ModelledBed.gang("HALF");
      cluster.send(List.of(run));
      Heard.until("it is said", () -> !cluster.condition().isWell());
      assertThat(bed.server.asked(ModelledBed.POST_JOB)).isEmpty();
      isSaidAndMended(cluster, run, "500: etcdserver: request timed out");
    }
  }

  /// The operator is there, but older or newer than what we speak.
  @Test
  void aVersionThatTheClusterDoesNotHaveIsSaidWithTheRemedy() {
    bed.server.fail(Fault.of("GET jobset.x-k8s.io/jobsets", 404, "404 page not found"));
    bed.server.serves("jobset.x-k8s.io", "v1alpha1", "v1");
    try (KubernetesCluster cluster = connect("jobset")) {
      String said =
          "The cluster has jobset.x-k8s.io/JobSet in v1alpha1, v1, and v1alpha2 is needed."
              + " Install a version of it that has that.";
      Heard.until("it is said", () -> cluster.condition().message().equals(said));
      bed.server.heal();
      Heard.until("it is well again", () -> cluster.condition().isWell());
    }
  }

  /// Kubernetes 1.36 has gangs of kube-scheduler in a version that we do not speak: no run is made,
  /// and none is blamed.
  @Test
  void gangsInAnotherVersionAreSaidBeforeAnythingIsMade() {
    bed.server.serves("scheduling.k8s.io", "v1alpha2");
    try (KubernetesCluster cluster = connect("native")) {
      EnsureRun run = ModelledBed.gang("OLD");
      cluster.send(List.of(run));
      Heard.until("it is said", () -> !cluster.condition().isWell());
      assertThat(cluster.condition().message())
          .endsWith(" in v1alpha2, and v1beta1 is needed. Install a version of it that has that.");
      assertThat(bed.server.asked(ModelledBed.POST_JOB)).isEmpty();
      assertThat(heard.of(run.run())).isEmpty();
      bed.server.serves("scheduling.k8s.io", "v1alpha2", "v1beta1");
      Heard.until("it is made", () -> !bed.server.asked(ModelledBed.POST_JOB).isEmpty());
      Heard.until("it is well again", () -> cluster.condition().isWell());
    }
  }

  /// As where an operator is missing.
  @Test
  void aKindThatTheClusterDoesNotKnowIsSaidWithTheRemedy() {
    String missing = "the server could not find the requested resource";
    bed.server.fail(Fault.of("GET jobset.x-k8s.io/jobsets", 404, missing));
    try (KubernetesCluster cluster = connect("jobset")) {
      EnsureRun run = ModelledBed.gang("KIND");
      cluster.send(List.of(run));
      Heard.until("it is said", () -> !cluster.condition().isWell());
      assertThat(cluster.condition().message())
          .isEqualTo(
              "The cluster does not know jobset.x-k8s.io/JobSet. Install what the backend needs.");
      assertThat(heard.of(run.run())).isEmpty();
      assertThat(bed.server.asked("POST jobset.x-k8s.io/jobsets")).isEmpty();
      String list = "GET jobset.x-k8s.io/jobsets";
      Heard.until("it was asked six times", () -> bed.server.asked(list).size() >= 6);
      List<Instant> times = bed.server.asked(list);
      Duration first = Duration.between(times.get(0), times.get(1));
      Duration later = Duration.between(times.get(4), times.get(5));
      assertThat(later).as("pauses grow").isGreaterThan(first.multipliedBy(2));
    }
  }

  /// One that single jobs ask for: theirs wait and are told why, all others go on.
  @Test
  void aFurtherBackendThatIsNotInstalledHoldsUpItsOwnRunsOnly() {
    String chosen = "kubeflow.org/pytorchjobs";
    bed.server.fail(Fault.of("GET " + chosen, 404, "404 page not found"));
    try (KubernetesCluster cluster = connect("job", Map.of("backends", "pytorchjob"))) {
      EnsureRun asked = TestRuns.drivenBy(ModelledBed.gang("ASKED"), "pytorchjob");
      EnsureRun own = ModelledBed.gang("OWN");
      cluster.send(List.of(asked, own));
      heard.await(own.run(), RunStarted.class);
      String told =
          "The cluster does not know kubeflow.org/PyTorchJob. Install what the backend needs.";
      Heard.until("it is told why", () -> cluster.holdUp(asked.run()).equals(told));
      assertThat(cluster.condition().isWell()).isTrue();
      assertThat(heard.of(asked.run())).isEmpty();

      cluster.send(List.of(bed.stop(asked)));
      heard.await(asked.run(), RunGone.class);
      assertThat(bed.server.asked("POST " + chosen)).isEmpty();

      bed.server.heal();
      cluster.send(List.of(TestRuns.drivenBy(ModelledBed.gang("INSTALLED"), "pytorchjob")));
      Heard.until("it is made", () -> !bed.server.asked("POST " + chosen).isEmpty());
    }
  }
}
