package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `lws`: the LeaderWorkerSet controller. Its groups never end by themselves.
class LeaderWorkerSetBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("lws");

  @Override
  protected String backend() {
    return "lws";
  }

  @Override
  protected boolean isFinite() {
    return false;
  }
}
