package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `rayjob`: KubeRay, until its cluster is there. No Ray runs in it that could carry out
/// the entry point, so how it ends is what `RayJobBackendTest` is about.
class RayJobBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("kuberay");

  @Override
  protected String backend() {
    return "rayjob";
  }

  @Override
  protected boolean isFinite() {
    return false;
  }

  @Override
  protected boolean keepsRanks() {
    return false;
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
}
