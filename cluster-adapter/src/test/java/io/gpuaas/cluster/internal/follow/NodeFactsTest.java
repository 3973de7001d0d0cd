package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.Observation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is read of nodes.
class NodeFactsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SINCE = NOW.minusSeconds(60);

  private static Tree taint(String key) {
    return Tree.of("key", key, "value", "v", "effect", "NoSchedule");
  }

  private static Tree node(Map<String, String> labels, Tree spec, Tree status) {
    Tree metadata = Tree.of("name", "n1").with("labels", Tree.texts(new TreeMap<>(labels)));
    return Tree.of("metadata", metadata, "spec", spec, "status", status);
  }

  private static Tree ready(String status, String since) {
    Tree condition = Tree.of("type", "Ready", "status", status, "lastTransitionTime", since);
    return Tree.of("conditions", List.of(condition));
  }

  /// As the device plug-in lists it with the strategy mixed, when no GPU was left whole.
  @Test
  void aNodeThatListsInstancesOnlyCountsByTheDevicesTheyWereCutOf() {
    Tree amounts =
        Tree.texts(
            new TreeMap<>(
                Map.of(
                    Resources.GPU,
                    "0",
                    "nvidia.com/mig-1g.18gb",
                    "14",
                    "nvidia.com/mig-3g.71gb",
                    "2")));
    Map<String, String> labels =
        Map.of("nvidia.com/gpu.product", "NVIDIA-H200", "nvidia.com/gpu.memory", "143771");
    Tree status = ready("True", SINCE.toString()).with("allocatable", amounts);
    Node node = NodeFacts.of("east", node(labels, Tree.of("x", "y"), status), false).node();
    assertThat(node.mig()).isTrue();
    assertThat(node.labels()).containsEntry(Node.PARTITIONED, "true");
    assertThat(node.capacity().of(Resources.GPU)).isEqualTo(3);
    assertThat(node.capacity().of("nvidia.com/mig-1g.18gb")).isEqualTo(14);

    Tree some = ready("True", "").with("allocatable", amounts.with(Resources.GPU, "4"));
    Node mixed = NodeFacts.of("east", node(labels, Tree.of("x", "y"), some), false).node();
    assertThat(mixed.mig()).isTrue();
    assertThat(mixed.labels()).doesNotContainKey(Node.PARTITIONED);
    assertThat(mixed.capacity().of(Resources.GPU)).isEqualTo(4);
  }

  /// The kubelet goes on, and takes the devices of a plug-in that it does not hear of off what may
  /// be given.
  @Test
  void devicesOfALostPlugInAreNoneToGive() {
    Tree amounts = Tree.texts(new TreeMap<>(Map.of(Resources.GPU, "0")));
    Tree capacity = Tree.texts(new TreeMap<>(Map.of(Resources.GPU, "8")));
    Tree status =
        ready("True", SINCE.toString()).with("allocatable", amounts).with("capacity", capacity);
    NodeFacts facts = NodeFacts.of("east", node(Map.of(), Tree.of("x", "y"), status), false);
    assertThat(facts.node().capacity().of(Resources.GPU)).isZero();
    assertThat(facts.node().ready()).isTrue();
    assertThat(facts.cordoned().node().schedulable()).isFalse();
    assertThat(facts.cordoned().since()).isEqualTo(SINCE);
  }

  @Test
  void aGpuNodeIsRead() {
    Tree allocatable =
        Tree.texts(
            new TreeMap<>(
                Map.of(
                    Resources.GPU,
                    "8",
                    "cpu",
                    "96",
                    "memory",
                    "1Gi",
                    "pods",
                    "110",
                    "ephemeral-storage",
                    "5Gi",
                    "hugepages-2Mi",
                    "none")));
    Tree status = ready("True", SINCE.toString()).with("allocatable", allocatable);
    List<Tree> taints =
        List.of(taint("node.kubernetes.io/not-ready"), taint(Resources.GPU), taint("team.io/only"));
    NodeFacts facts =
        NodeFacts.of(
            "east",
            node(
                Map.of(
                    "nvidia.com/gpu.product", "NVIDIA-H200",
                    "nvidia.com/gpu.memory", "143771",
                    "nvidia.com/mig.strategy", "mixed"),
                Tree.of("taints", taints),
                status),
            false);
    assertThat(facts.node().ref()).isEqualTo(new NodeRef("east", "n1"));
    assertThat(facts.node().gpuModel()).isEqualTo("H200");
    assertThat(facts.node().gpuMemoryBytes()).isEqualTo(143_771L << 20);
    assertThat(facts.node().ready()).isTrue();
    assertThat(facts.node().taints()).extracting(it -> it.key()).containsExactly("team.io/only");
    assertThat(facts.node().capacity().of(Resources.GPU)).isEqualTo(8);
    assertThat(facts.node().capacity().of("ephemeral-storage")).isZero();
    assertThat(facts.health(NOW))
        .isEqualTo(new Observation.NodeHealth(facts.node().ref(), SINCE, true));
    assertThat(facts.without(ResourceAmounts.of(Map.of(Resources.GPU, 3L, "cpu", 97_000L))))
        .satisfies(
            rest -> {
              assertThat(rest.node().capacity().of(Resources.GPU)).isEqualTo(5);
              assertThat(rest.node().capacity().of("cpu")).isZero();
              assertThat(rest.node().capacity().of("memory")).isEqualTo(1L << 30);
              assertThat(rest.since()).isEqualTo(facts.since());
            });
    assertThat(facts.lost(NOW))
        .isEqualTo(new Observation.NodeHealth(facts.node().ref(), NOW, false));
  }

  /// Devices as the plug-in lists them, and how many there are.
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, 8, '', '', false, 8",
    "nvidia.com/gpu, 32, 4, 8, false, 8",
    "nvidia.com/gpu.shared, 32, 4, 8, false, 8",
    "nvidia.com/gpu, 0, '', 8, false, 0",
    "cpu, 96, '', 8, true, 8",
    "cpu, 96, '', 8, false, 0",
    "cpu, 96, '', many, true, 0",
  })
  void devicesAreCountedWhoeverGivesThem(
      String resource, String amount, String replicas, String count, boolean claimed, long gpus) {
    Tree allocatable = Tree.of(resource, amount);
    Tree status = ready("True", SINCE.toString()).with("allocatable", allocatable);
    Map<String, String> labels =
        Map.of("nvidia.com/gpu.replicas", replicas, "nvidia.com/gpu.count", count);
    NodeFacts facts = NodeFacts.of("east", node(labels, Tree.EMPTY, status), claimed);
    assertThat(facts.node().capacity().of(Resources.GPU)).isEqualTo(gpus);
    assertThat(facts.node().capacity().of("nvidia.com/gpu.shared")).isZero();
  }

  @Test
  void aNodeThatDoesNotSaySinceWhenIsTakenAsOfNow() {
    NodeFacts facts =
        NodeFacts.of(
            "east",
            node(
                Map.of("nvidia.com/gpu.product", "Tesla-T4"),
                Tree.of("unschedulable", true),
                ready("False", "")),
            false);
    assertThat(facts.since()).isEqualTo(Instant.EPOCH);
    assertThat(facts.node().gpuModel()).isEqualTo("Tesla-T4");
    assertThat(facts.node().gpuMemoryBytes()).isZero();
    assertThat(facts.health(NOW))
        .isEqualTo(new Observation.NodeHealth(facts.node().ref(), NOW, false));
  }
}
