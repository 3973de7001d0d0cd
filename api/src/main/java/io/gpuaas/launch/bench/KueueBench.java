package io.gpuaas.launch.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// What [AdapterBench] measures of us, of Kueue: the same gangs as suspended Jobs, made by a plain
/// client all at once, with quota for all, until Kueue has released each of them.
final class KueueBench {
  private static final int WRITERS = 32;
  private static final String QUEUES =
      """
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ResourceFlavor
      metadata: {name: bench}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata: {name: bench}
      spec:
        namespaceSelector: {}
        resourceGroups:
        - coveredResources: [nvidia.com/gpu]
          flavors:
          - name: bench
            resources: [{name: nvidia.com/gpu, nominalQuota: "%d"}]
      """;
  private static final String PROJECT =
      """
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: %1$s}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: LocalQueue
      metadata: {name: bench, namespace: %1$s}
      spec: {clusterQueue: bench}
      """;

  private final Path kubeconfig;
  private final Consumer<Figure> report;

  KueueBench(Path kubeconfig, Consumer<Figure> report) {
    this.kubeconfig = kubeconfig;
    this.report = report;
  }

  void run() throws Exception {
    Config config = Config.fromKubeconfig(kubeconfig.toFile());
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      makeQueues(client);
      long begun = System.nanoTime();
      makeJobs(client);
      double made = AdapterBench.since(begun);
      AdapterBench.await("Kueue's admission", () -> admitted(client) == AdapterBench.GANGS);
      double admitted = AdapterBench.since(begun);
      AdapterBench.await("Kueue's release", () -> held(client) == 0);
      report.accept(
          Figure.lower("adapter/kueue/" + AdapterBench.GANGS, AdapterBench.since(begun), "s", null)
              .with(true, Map.of("made", made, "admitted", admitted)));
    }
  }

  /// Jobs that are suspended still.
  private static long held(KubernetesClient client) {
    return client.batch().v1().jobs().inAnyNamespace().list().getItems().stream()
        .filter(job -> Boolean.TRUE.equals(job.getSpec().getSuspend()))
        .count();
  }

  private static String namespace(int project) {
    return "bench-%02d".formatted(project);
  }

  private static void makeQueues(KubernetesClient client) {
    int gpus = AdapterBench.GANGS * AdapterBench.PODS_OF_GANG;
    StringBuilder all = new StringBuilder(QUEUES.formatted(gpus));
    for (int project = 0; project < AdapterBench.PROJECTS; project++) {
      all.append(PROJECT.formatted(namespace(project)));
    }
    byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
    for (var object : client.load(new ByteArrayInputStream(text)).items()) {
      client.resource(object).create();
    }
  }

  private static void makeJobs(KubernetesClient client) throws Exception {
    List<Future<?>> writes = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int i = 0; i < AdapterBench.GANGS; i++) {
        Job job = job(i);
        writes.add(threads.submit(() -> client.batch().v1().jobs().resource(job).create()));
      }
    }
    for (Future<?> write : writes) {
      write.get();
    }
  }

  private static Job job(int number) {
    return new JobBuilder()
        .withNewMetadata()
        .withName("gang-%04d".formatted(number))
        .withNamespace(namespace(number % AdapterBench.PROJECTS))
        .addToLabels("kueue.x-k8s.io/queue-name", "bench")
        .endMetadata()
        .withNewSpec()
        .withSuspend(true)
        .withCompletionMode("Indexed")
        .withCompletions(AdapterBench.PODS_OF_GANG)
        .withParallelism(AdapterBench.PODS_OF_GANG)
        .withNewTemplate()
        .withNewSpec()
        .withRestartPolicy("Never")
        .addNewContainer()
        .withName("main")
        .withImage("bench/train:1")
        .withNewResources()
        .addToLimits("nvidia.com/gpu", new Quantity("1"))
        .endResources()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static long admitted(KubernetesClient client) {
    ResourceDefinitionContext kind =
        new ResourceDefinitionContext.Builder()
            .withGroup("kueue.x-k8s.io")
            .withVersion("v1beta2")
            .withKind("ClusterQueue")
            .withPlural("clusterqueues")
            .withNamespaced(false)
            .build();
    GenericKubernetesResource queue =
        client.genericKubernetesResources(kind).withName("bench").get();
    Object count = queue == null ? null : queue.get("status", "admittedWorkloads");
    return count instanceof Number number ? number.longValue() : 0;
  }
}
