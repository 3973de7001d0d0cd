package io.gpuaas.cluster.internal.kubernetes;

import java.util.Map;

/// Backend `coscheduling`: the plug-in of scheduler-plugins.
class CoschedulingBackendTestbedIT extends KubernetesContract {
  @Override
  protected String backend() {
    return "coscheduling";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("schedulerName", "coscheduling");
  }

  @Override
  protected boolean keepsRanks() {
    return false;
  }
}
