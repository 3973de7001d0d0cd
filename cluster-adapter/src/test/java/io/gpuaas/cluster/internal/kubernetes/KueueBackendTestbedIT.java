package io.gpuaas.cluster.internal.kubernetes;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/// Backend `kueue`: Kueue admits what we have placed.
class KueueBackendTestbedIT extends KubernetesContract {
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
