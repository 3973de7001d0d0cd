package io.gpuaas.cluster.internal.kubernetes;

/// Backend `jobset`: the JobSet controller.
class JobSetBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "jobset";
  }
}
