package io.gpuaas.core;

/// Names and units of resources. `cpu` is counted in milli-cores, every other resource in whole
/// units (memory in bytes), as in Kubernetes.
public final class Resources {
  public static final String GPU = "nvidia.com/gpu";
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String PODS = "pods";

  private static final String MIG = "nvidia.com/mig-";

  private Resources() {}

  /// One instance of a MIG profile, as device plug-ins call it.
  public static String ofMigProfile(String profile) {
    return MIG + profile.replace('+', '.');
  }

  /// The MIG profile that a resource is an instance of; empty for any other resource.
  public static String migProfile(String resource) {
    return resource.startsWith(MIG) ? resource.substring(MIG.length()).replace("gb.", "gb+") : "";
  }
}
