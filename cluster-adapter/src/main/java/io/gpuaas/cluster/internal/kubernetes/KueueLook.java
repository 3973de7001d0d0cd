package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.KueueTrees.Answer;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.queues.KueueTreeReader;

/// Looks at the objects of a cluster's Kueue.
public final class KueueLook {
  private static final int NOT_FOUND = 404;
  private final ObjectApi api;

  public KueueLook(KubernetesClient client) {
    this.api = new ObjectApi(client);
  }

  /// The tree as it is now.
  ///
  /// @param site of the cluster: who pays for which queue
  public Answer read(Site site) {
    try {
      return new Answer.Read(
          new KueueTreeReader(site)
              .read(
                  api.all(Kinds.KUEUE_COHORT),
                  api.all(Kinds.KUEUE_CLUSTER_QUEUE),
                  api.all(Kinds.KUEUE_LOCAL_QUEUE)));
    } catch (KubernetesClientException e) {
      return e.getCode() == NOT_FOUND
          ? new Answer.None()
          : new Answer.Unreachable(ObjectApi.answer(e).sentence());
    }
  }
}
