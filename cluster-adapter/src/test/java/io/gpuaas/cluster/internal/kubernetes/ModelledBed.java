package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A modelled API server, and products connected to it.
final class ModelledBed implements AutoCloseable, InstantSource {
  static final String JOBS = "batch/jobs";
  static final String PODS = "/pods";
  static final String POST_JOB = "POST batch/jobs";

  final ModelledCluster server = ModelledCluster.kubernetes();
  final Heard heard = new Heard();
  private volatile Instant now = Instant.now();
  private final List<KubernetesCluster> connected = new ArrayList<>();

  @Override
  public Instant instant() {
    return now;
  }

  synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  /// A product that follows the leader of this epoch; its clock stands until [#pass].
  KubernetesCluster connect(Heard sink, long epoch) {
    return connect(sink, epoch, this);
  }

  KubernetesCluster connect(Heard sink, long epoch, InstantSource clock) {
    KubernetesCluster cluster =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, "job", new TreeMap<>()), server.client(), sink, clock);
    cluster.follow(epoch);
    cluster.start();
    connected.add(cluster);
    return cluster;
  }

  static EnsureRun gang(String id) {
    return gang(id, 0);
  }

  static EnsureRun gang(String id, long millis) {
    return TestRuns.gang(id, 2, millis, 0, List.of("gpu-02", "gpu-01"));
  }

  StopRun stop(EnsureRun run) {
    return new StopRun(run.run(), 2, instant(), 2);
  }

  List<Tree> jobs(RunId run) {
    return server.labelled(JOBS, RunShape.RUN, run.value());
  }

  List<Tree> pods(RunId run) {
    return server.labelled(PODS, RunShape.RUN, run.value());
  }

  @Override
  public void close() {
    connected.forEach(KubernetesCluster::close);
    server.close();
  }
}
