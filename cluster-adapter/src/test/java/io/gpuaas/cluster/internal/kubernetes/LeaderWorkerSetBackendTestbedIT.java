package io.gpuaas.cluster.internal.kubernetes;

/// Backend `lws`: the LeaderWorkerSet controller. Its groups never end by themselves.
class LeaderWorkerSetBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "lws";
  }

  @Override
  protected boolean isFinite() {
    return false;
  }

  @Override
  protected boolean keepsRanks() {
    return false;
  }
}
