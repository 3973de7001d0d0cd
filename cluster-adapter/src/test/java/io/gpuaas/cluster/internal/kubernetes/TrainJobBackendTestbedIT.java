package io.gpuaas.cluster.internal.kubernetes;

/// Backend `trainjob`: Kubeflow Trainer over JobSet.
class TrainJobBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "trainjob";
  }
}
