package io.gpuaas.core;

/// Names and units of resources. `cpu` is counted in milli-cores, every other resource in whole
/// units (memory in bytes), as in Kubernetes.
public final class Resources {
  public static final String GPU = "nvidia.com/gpu";
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String PODS = "pods";

  private Resources() {}
}
