package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `jobset`: the JobSet controller.
class JobSetBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("jobset");

  @Override
  protected String backend() {
    return "jobset";
  }
}
