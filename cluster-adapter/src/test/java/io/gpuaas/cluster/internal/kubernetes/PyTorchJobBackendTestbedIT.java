package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.peers.PlayedPeer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Backend `pytorchjob` on a real API server and scheduler; a model plays the training operator.
class PyTorchJobBackendTestbedIT extends KubernetesContract {
  private static @Nullable PlayedPeer peer;

  @BeforeAll
  static void play() {
    peer = PlayedPeer.trainingOperator(newClient());
  }

  @AfterAll
  static void stop() {
    if (peer != null) {
      peer.close();
    }
  }

  @Override
  protected String backend() {
    return "pytorchjob";
  }
}
