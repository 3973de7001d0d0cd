package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;

/// Others who use the same cluster, and are more important than we are.
final class Strangers {
  /// There from the start: the API server takes a moment to know a new class.
  private static final String MOST_IMPORTANT = "system-cluster-critical";

  private final KubernetesClient client;
  private final String name;

  Strangers(KubernetesClient client, String unique) {
    this.client = client;
    this.name = "stranger-" + unique;
  }

  /// Asks for GPUs of a node with a priority above everybody's.
  void takeOver(String node, int gpus) {
    client
        .pods()
        .inNamespace("default")
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withPriorityClassName(MOST_IMPORTANT)
                .addToNodeSelector("kubernetes.io/hostname", node)
                .addNewContainer()
                .withName("main")
                .withImage("registry.example/other:1")
                .withNewResources()
                .addToLimits("nvidia.com/gpu", new Quantity(Integer.toString(gpus)))
                .endResources()
                .endContainer()
                .endSpec()
                .build())
        .create();
  }

  void leave() {
    client.pods().inNamespace("default").withName(name).withGracePeriod(0).delete();
  }
}
