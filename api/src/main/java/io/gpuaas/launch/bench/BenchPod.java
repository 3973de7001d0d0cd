package io.gpuaas.launch.bench;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ClusterPort;

/// A pod among those of the gangs that no scheduler and no kubelet looks at: its status is changed
/// by hand, to see when the change is known to the adapter.
final class BenchPod {
  private static final String NAMESPACE = "default";
  private static final String NAME = "bench-probe";
  private static final RunId RUN = new RunId("run_probe");
  private static final String STATUS =
      """
      {"status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable",\
      "message":"%s","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}\
      """;
  private final KubernetesClient client;
  private int changes;

  BenchPod(KubernetesClient client) {
    this.client = client;
  }

  void make() {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(NAME)
            .addToLabels("gpuaas.io/instance", "gpuaas")
            .addToLabels("gpuaas.io/run", RUN.value())
            .endMetadata()
            .withNewSpec()
            .withSchedulerName("nobody")
            .addNewContainer()
            .withName("main")
            .withImage("bench/train:1")
            .endContainer()
            .endSpec()
            .build();
    client.pods().inNamespace(NAMESPACE).resource(pod).create();
  }

  /// Milliseconds from the server's answer to a change until the adapter knows of it.
  double change(ClusterPort port) {
    String message = "change " + ++changes;
    client
        .pods()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), STATUS.formatted(message));
    long answered = System.nanoTime();
    AdapterBench.awaitClosely(message, () -> port.holdUp(RUN).endsWith(message));
    return AdapterBench.since(answered) * 1000;
  }
}
