package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The profiles of `docs/clusters/scheduler-profiles.yaml` in the test bed's real kube-scheduler:
/// one packs (MostAllocated), one spreads (LeastAllocated), on two nodes that nobody else may use.
class SchedulerProfilesTestbedIT {
  @RegisterExtension static final Peer BED = Peer.bed();
  private static final String OURS = "profiles.gpuaas.io/test";

  private final String unique = Long.toString(System.nanoTime(), 36);
  private final KubernetesClient client =
      ApiClients.of(Config.fromKubeconfig(BED.path("kubeconfig").toFile()));

  @BeforeEach
  void makeNodes() {
    makeNode("profiles-a-" + unique);
    makeNode("profiles-b-" + unique);
  }

  private void makeNode(String name) {
    Map<String, Quantity> amounts =
        Map.of(
            "nvidia.com/gpu", new Quantity("8"),
            "cpu", new Quantity("64"),
            "memory", new Quantity("512Gi"),
            "pods", new Quantity("110"));
    Node node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(OURS, unique)
            .endMetadata()
            .withNewSpec()
            .addNewTaint()
            .withKey(OURS)
            .withEffect("NoSchedule")
            .endTaint()
            .endSpec()
            .withNewStatus()
            .withCapacity(amounts)
            .withAllocatable(amounts)
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    client.resource(node).create();
    // The bed's controllers write to a new node, too, so that a version is no condition.
    NodeStatus status = node.getStatus();
    client.resource(node).editStatus(it -> new NodeBuilder(it).withStatus(status).build());
  }

  @AfterEach
  void removeAll() {
    client.pods().inNamespace("default").withLabel(OURS, unique).withGracePeriod(0).delete();
    client.nodes().withLabel(OURS, unique).delete();
    client.close();
  }

  /// Where the scheduler puts a pod of one GPU.
  private String nodeOf(String name, String profile) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name + "-" + unique)
            .withNamespace("default")
            .addToLabels(OURS, unique)
            .endMetadata()
            .withNewSpec()
            .withSchedulerName(profile)
            .addToNodeSelector(OURS, unique)
            .addNewToleration()
            .withOperator("Exists")
            .endToleration()
            .addNewContainer()
            .withName("main")
            .withImage("registry.example/any:1")
            .withNewResources()
            .addToLimits("nvidia.com/gpu", new Quantity("1"))
            .addToLimits("cpu", new Quantity("1"))
            .addToLimits("memory", new Quantity("1Gi"))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    client.resource(pod).create();
    Heard.until("%s is bound".formatted(name), () -> !bound(pod).isEmpty());
    return bound(pod);
  }

  private String bound(Pod pod) {
    String node = client.resource(pod).get().getSpec().getNodeName();
    return node == null ? "" : node;
  }

  @Test
  void onePacksAndOneSpreads() {
    String first = nodeOf("first", "gpuaas-packed");
    assertThat(nodeOf("second", "gpuaas-packed")).isEqualTo(first);
    String other = nodeOf("third", "gpuaas-spread");
    assertThat(other).isNotEqualTo(first);
    assertThat(nodeOf("fourth", "gpuaas-packed")).isEqualTo(first);
    assertThat(nodeOf("fifth", "gpuaas-spread")).isEqualTo(other);
  }
}
