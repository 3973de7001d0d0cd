package io.gpuaas.cluster.internal.edge;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.KueueTrees;
import io.gpuaas.cluster.internal.kubernetes.KueueLook;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.placement.Cluster;
import org.springframework.stereotype.Component;

/// Asks over a connection of its own, as [ClusterQueues] does.
@Component
class ClusterKueues implements KueueTrees {
  @Override
  public Answer read(Cluster cluster) {
    if (!Backend.names().contains(cluster.backend())) {
      return new Answer.None();
    }
    try (KubernetesClient client = KubernetesAccess.client(cluster.settings())) {
      return new KueueLook(client).read(Site.of(cluster.settings()));
    }
  }
}
