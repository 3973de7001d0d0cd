package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.peers.PlayedPeer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Backend `kai` on a real API server and job controller; a model plays KAI's scheduler.
class KaiBackendTestbedIT extends KubernetesContract {
  private static @Nullable PlayedPeer peer;

  @BeforeAll
  static void play() {
    peer = PlayedPeer.kai(newClient(), "vision");
  }

  @AfterAll
  static void stop() {
    if (peer != null) {
      peer.close();
    }
  }

  @Override
  protected String backend() {
    return "kai";
  }

  @Test
  void itsQueuesAndTopologyAreTaken() {
    QueuesOnServer.areTaken(client, "kai", unique);
  }
}
