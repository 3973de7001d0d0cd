package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `coscheduling`: the plug-in of scheduler-plugins.
class CoschedulingBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("coscheduling");

  @Override
  protected String backend() {
    return "coscheduling";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("schedulerName", "coscheduling");
  }
}
