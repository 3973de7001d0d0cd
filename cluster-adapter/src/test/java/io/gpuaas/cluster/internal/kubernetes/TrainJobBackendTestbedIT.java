package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `trainjob`: Kubeflow Trainer over JobSet.
class TrainJobBackendTestbedIT extends KubernetesContract {
  @RegisterExtension
  static final Peer OPERATOR =
      new Peer("state/operators/trainer", "state/operators/trainer.missing");

  @Override
  protected String backend() {
    return "trainjob";
  }
}
