package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The contract with devices that are claimed (`devices=claims`): the real API server, controller
/// of claims and scheduler. What a driver of devices would publish is written here; it has no more
/// to do, since no kubelet prepares anything.
class JobWithClaimsTestbedIT extends KubernetesContract {
  private static final int GPUS_OF_NODE = 8;
  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.nvidia.com}
      spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]}
      """;
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: claims-%1$s}
      spec:
        driver: gpu.nvidia.com
        nodeName: %1$s
        pool: {name: %1$s, generation: 1, resourceSliceCount: 1}
        devices: [%2$s]
      """;

  @BeforeAll
  static void publishDevices() {
    try (KubernetesClient admin = newClient()) {
      apply(admin, CLASS);
      StringBuilder devices = new StringBuilder();
      for (int i = 0; i < GPUS_OF_NODE; i++) {
        devices.append(i == 0 ? "" : ", ").append("{name: gpu-%d}".formatted(i));
      }
      for (String node : List.of("gpu-00", "gpu-01", "gpu-02")) {
        apply(admin, SLICE.formatted(node, devices));
      }
    }
  }

  private static void apply(KubernetesClient admin, String yaml) {
    byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
    for (HasMetadata object : admin.load(new ByteArrayInputStream(bytes)).items()) {
      admin.resource(object).fieldManager("driver").forceConflicts().serverSideApply();
    }
  }

  @Override
  protected String backend() {
    return "job";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("devices", "claims");
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    super.nothingIsLeft(run);
    ObjectApi api = new ObjectApi(client);
    Heard.until(
        "no template of claims is left",
        () -> api.ofRun(Kinds.CLAIM_TEMPLATE, run.run().value()).isEmpty());
  }

  @Test
  void eachPodHasTheDevicesOfAClaimOfItsOwnOnItsNode() {
    EnsureRun run = gang(id("own"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    ObjectApi api = new ObjectApi(client);
    TreeSet<String> claims = new TreeSet<>();
    for (Pod pod : pods(run)) {
      String name = pod.getStatus().getResourceClaimStatuses().getFirst().getResourceClaimName();
      claims.add(name);
      String namespace = pod.getMetadata().getNamespace();
      Tree claim =
          Objects.requireNonNull(api.find(Kinds.CLAIM_OF_DEVICES, namespace, name), "no claim");
      List<Tree> given = claim.trees("status", "allocation", "devices", "results");
      assertThat(given).extracting(it -> it.text("device")).doesNotHaveDuplicates().hasSize(2);
      assertThat(given).extracting(it -> it.text("pool")).containsOnly(pod.getSpec().getNodeName());
    }
    assertThat(claims).hasSize(3);
    port().send(List.of(stop(run)));
    nothingIsLeft(run);
  }
}
