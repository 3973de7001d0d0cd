package io.gpuaas.cluster.internal.edge;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.QueueObjects;
import io.gpuaas.cluster.internal.kubernetes.QueueWriter;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import io.gpuaas.placement.Cluster;
import io.gpuaas.quota.QuotaConfig;
import java.util.List;
import org.springframework.stereotype.Component;

/// Asks and writes over a connection of its own: this is seldom, and people wait for it.
@Component
class ClusterQueues implements QueueObjects {
  @Override
  public Answer compare(Cluster cluster, QuotaConfig quotas) {
    return bringInLine(cluster, quotas, false);
  }

  @Override
  public Answer apply(Cluster cluster, QuotaConfig quotas) {
    return bringInLine(cluster, quotas, true);
  }

  private static Answer bringInLine(Cluster cluster, QuotaConfig quotas, boolean writes) {
    if (!Backend.names().contains(cluster.backend())) {
      return new Answer.NoQueues(cluster.backend());
    }
    Site site = Site.of(cluster.settings());
    try (KubernetesClient client = KubernetesAccess.client(cluster.settings())) {
      QueueWriter writer = new QueueWriter(client);
      QueueManifests wanted =
          new QueueManifests(
              cluster.backend(),
              quotas,
              site,
              site.topology().isKnown() ? writer.nodes() : List.of());
      return new Answer.Objects(writer.bringInLine(wanted, site.instance(), writes));
    } catch (KubernetesClientException e) {
      return new Answer.Unreachable(String.valueOf(e.getMessage()));
    }
  }
}
