package io.gpuaas.launch.bench;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Node objects on the test bed that no kubelet stands behind.
final class BenchNodes implements AutoCloseable {
  private static final int WRITERS = 32;
  private final KubernetesClient client;

  BenchNodes(Path kubeconfig) {
    client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
            .build();
  }

  static String name(int number) {
    return "big-%05d".formatted(number);
  }

  void make(int count) throws Exception {
    List<Future<?>> writes = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int i = 0; i < count; i++) {
        Node node = node(i);
        writes.add(threads.submit(() -> client.nodes().resource(node).create()));
      }
    }
    for (Future<?> write : writes) {
      write.get();
    }
  }

  private static Node node(int number) {
    Map<String, Quantity> amounts =
        Map.of(
            "cpu", new Quantity("128"),
            "memory", new Quantity("1Ti"),
            "pods", new Quantity("110"),
            "nvidia.com/gpu", new Quantity("8"));
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name(number))
        .addToLabels("kubernetes.io/hostname", name(number))
        .addToLabels("nvidia.com/gpu.product", "NVIDIA-H200")
        .addToLabels("nvidia.com/gpu.memory", "143771")
        .addToLabels("topology.gpuaas.io/rack", "rack-%04d".formatted(number / 8))
        .addToLabels("topology.gpuaas.io/block", "block-%03d".formatted(number / 64))
        .endMetadata()
        .withNewStatus()
        .withCapacity(amounts)
        .withAllocatable(amounts)
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  void cordon(String name) {
    client
        .nodes()
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"unschedulable\":true}}");
  }

  @Override
  public void close() {
    client.close();
  }
}
