package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/// Others who use the same cluster, and are more important than we are.
final class Strangers {
  private final KubernetesClient client;
  private final String name;

  Strangers(KubernetesClient client, String unique) {
    this.client = client;
    this.name = "stranger-" + unique;
  }

  /// Asks for GPUs of a node with a priority above everybody's.
  void takeOver(String node, int gpus) {
    client
        .resource(
            new PriorityClassBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withValue(1_000_000)
                .build())
        .create();
    client
        .pods()
        .inNamespace("default")
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withPriorityClassName(name)
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
    client.scheduling().v1().priorityClasses().withName(name).delete();
  }
}
