package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.peers.PlayedPeer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Backend `volcano` on a real API server; a model plays its controller and its scheduler.
class VolcanoBackendTestbedIT extends KubernetesContract {
  private static @Nullable PlayedPeer peer;

  @BeforeAll
  static void play() {
    peer = PlayedPeer.volcano(newClient(), "vision");
  }

  @AfterAll
  static void stop() {
    if (peer != null) {
      peer.close();
    }
  }

  @Override
  protected String backend() {
    return "volcano";
  }

  @Test
  void itsQueuesAndTopologyAreTaken() {
    QueuesOnServer.areTaken(client, "volcano", unique);
  }
}
