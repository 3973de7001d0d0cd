package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.contract.Peer;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `kueue`: Kueue admits what we have placed.
class KueueBackendTestbedIT extends KubernetesContract {
  @RegisterExtension
  static final Peer OPERATOR = new Peer("state/operators/kueue", "state/operators/kueue.missing");

  @Override
  protected String backend() {
    return "kueue";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("queue", "contract");
  }

  @BeforeEach
  void makeQueues() {
    new KueueQueues(client).make();
  }
}
