package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.RunId;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A flavor, a cluster queue and a local queue for the namespace of the tests.
final class KueueQueues {
  private static final String NAMESPACE = "gpuaas-vision";
  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: gpuaas-vision}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ResourceFlavor
      metadata: {name: contract}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata: {name: contract}
      spec:
        cohortName: shared
        namespaceSelector: {}
        resourceGroups:
        - coveredResources: [cpu, memory, nvidia.com/gpu]
          flavors:
          - name: contract
            resources:
            - {name: cpu, nominalQuota: "500"}
            - {name: memory, nominalQuota: 4Ti}
            - {name: nvidia.com/gpu, nominalQuota: "32"}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: LocalQueue
      metadata: {name: contract, namespace: gpuaas-vision}
      spec: {clusterQueue: contract}
      """;

  private static final String NARROW =
      """
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ResourceFlavor
      metadata: {name: NAME}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata: {name: NAME}
      spec:
        namespaceSelector: {}
        resourceGroups:
        - coveredResources: [cpu, nvidia.com/gpu]
          flavors:
          - name: NAME
            resources:
            - {name: cpu, nominalQuota: "500"}
            - {name: nvidia.com/gpu, nominalQuota: "6"}
        preemption: {withinClusterQueue: LowerPriority}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: LocalQueue
      metadata: {name: NAME, namespace: gpuaas-vision}
      spec: {clusterQueue: NAME}
      """;

  private static final String TOPOLOGY =
      """
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: Topology
      metadata: {name: NAME}
      spec:
        levels:
        - nodeLabel: topology.gpuaas.io/rack
        - nodeLabel: kubernetes.io/hostname
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ResourceFlavor
      metadata: {name: NAME}
      spec:
        nodeLabels: {nvidia.com/gpu.present: "true"}
        topologyName: NAME
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata: {name: NAME}
      spec:
        namespaceSelector: {}
        resourceGroups:
        - coveredResources: [cpu, nvidia.com/gpu]
          flavors:
          - name: NAME
            resources:
            - {name: cpu, nominalQuota: "500"}
            - {name: nvidia.com/gpu, nominalQuota: "64"}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: LocalQueue
      metadata: {name: NAME, namespace: gpuaas-vision}
      spec: {clusterQueue: NAME}
      """;

  private final KubernetesClient client;

  KueueQueues(KubernetesClient client) {
    this.client = client;
  }

  void make() {
    apply(OBJECTS);
  }

  private void apply(String objects) {
    for (var object :
        client.load(new ByteArrayInputStream(objects.getBytes(StandardCharsets.UTF_8))).items()) {
      client.resource(object).fieldManager("contract").forceConflicts().serverSideApply();
    }
  }

  /// A queue of six GPUs that belong to nobody else, and in which the more important goes first.
  void makeNarrow(String name) {
    apply(NARROW.replace("NAME", name));
  }

  /// A queue whose nodes Kueue chooses by racks.
  void makeWithTopology(String name) {
    apply(TOPOLOGY.replace("NAME", name));
  }

  /// A job of one pod as a user of Kueue submits it, without us; it runs until it is withdrawn.
  void submit(String name, int gpus) {
    Job job =
        new JobBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .addToLabels("kueue.x-k8s.io/queue-name", "contract")
            .endMetadata()
            .withNewSpec()
            .withSuspend(true)
            .withNewTemplate()
            .withNewSpec()
            .withRestartPolicy("Never")
            .addNewContainer()
            .withName("main")
            .withImage("registry.example/theirs:1")
            .withNewResources()
            .addToRequests("cpu", new Quantity("1"))
            .addToRequests("memory", new Quantity("1Gi"))
            .addToLimits("nvidia.com/gpu", new Quantity(Integer.toString(gpus)))
            .endResources()
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    client.batch().v1().jobs().resource(job).create();
  }

  void withdraw(String name) {
    client.batch().v1().jobs().inNamespace(NAMESPACE).withName(name).delete();
  }

  /// Takes a run's quota away.
  void deactivate(RunId run) {
    ObjectApi api = new ObjectApi(client);
    for (Tree job : api.ofRun(Kinds.JOB, run.value())) {
      String uid = job.text("metadata", "uid");
      for (Tree workload : api.labelled(Kinds.KUEUE_WORKLOAD, "kueue.x-k8s.io/job-uid", uid)) {
        Tree deactivation = Tree.of("op", "add", "path", "/spec/active").with("value", false);
        api.patch(
            Kinds.KUEUE_WORKLOAD,
            workload.text("metadata", "namespace"),
            workload.text("metadata", "name"),
            List.of(deactivation));
      }
    }
  }
}
