package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.List;

/// Backend `rayjob`: a model plays KubeRay and Ray; the real operator is met by `raycluster`.
class RayJobBackendTest extends ModelContract {
  @Override
  protected ModelledCluster newCluster() {
    return ModelledCluster.kubeRay();
  }

  @Override
  protected String backend() {
    return "rayjob";
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return TestRuns.of(
        id,
        JobSpec.Type.BATCH,
        millis,
        exitCode,
        List.of(
            TestRuns.set("head", 0, List.of("gpu-03")),
            TestRuns.set("workers", 2, List.of("gpu-00", "gpu-01"))));
  }

  /// Ray goes on without a worker that it lost.
  @Override
  protected boolean tellsOfLostPods() {
    return false;
  }
}
