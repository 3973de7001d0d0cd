package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `trainjob`: Kubeflow Trainer over JobSet; it needs the operators of both.
class TrainJobBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer JOB_SETS = Peer.operator("jobset");
  @RegisterExtension static final Peer OPERATOR = Peer.operator("trainer");

  @Override
  protected String backend() {
    return "trainjob";
  }
}
