package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/// Backend `job` against the modelled API server: the same contract where no real one can be.
class ModelledJobBackendIT extends ClusterPortContract {
  private static ModelledBed bed = new ModelledBed();

  @AfterAll
  static void stop() {
    bed.close();
  }

  @Override
  protected ClusterPort connect(Heard sink) {
    return bed.connect(sink, 1, InstantSource.system());
  }

  @Override
  protected void disconnect(ClusterPort connected) {
    ((KubernetesCluster) connected).close();
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return io.gpuaas.cluster.contract.TestRuns.gang(
        id, 2, millis, exitCode, List.of("gpu-02", "gpu-01"));
  }

  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    List<String> nodes = new ArrayList<>();
    for (Tree pod : bed.pods(run.run())) {
      nodes.add(pod.text("spec", "nodeName"));
    }
    assertThat(nodes).containsExactly("gpu-02", "gpu-01");
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    assertThat(bed.jobs(run.run())).isEmpty();
    assertThat(bed.pods(run.run())).isEmpty();
  }
}
