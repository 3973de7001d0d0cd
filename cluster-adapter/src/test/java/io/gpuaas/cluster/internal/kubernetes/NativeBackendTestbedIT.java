package io.gpuaas.cluster.internal.kubernetes;

/// Backend `native`: gangs of kube-scheduler itself.
class NativeBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "native";
  }
}
