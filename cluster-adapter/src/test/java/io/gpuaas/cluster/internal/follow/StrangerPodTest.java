package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.placement.ForeignPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StrangerPodTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Tree resources(Map<String, String> requests, Map<String, String> limits) {
    return Tree.of(
        "resources",
        Tree.of(
            "requests", Tree.texts(new TreeMap<>(requests)),
            "limits", Tree.texts(new TreeMap<>(limits))));
  }

  @Test
  void holdsWhatTheSchedulerCountsForIt() {
    Tree main = resources(Map.of("cpu", "500m"), Map.of("cpu", "2", "nvidia.com/gpu", "3"));
    Tree beside = resources(Map.of("memory", "1Gi", "cpu", "nonsense"), Map.of());
    Tree first = resources(Map.of("cpu", "4"), Map.of());
    Tree stays = resources(Map.of("cpu", "1"), Map.of()).with("restartPolicy", "Always");
    Tree pod =
        Tree.of(
            "metadata",
            Tree.of("uid", "u"),
            "spec",
            Tree.of(
                "nodeName", "n1",
                "containers", List.of(main, beside),
                "initContainers", List.of(first, stays),
                "overhead", Tree.of("memory", "1Mi")));
    assertThat(StrangerPod.of(pod, NOW))
        .isEqualTo(
            new StrangerPod(
                "u",
                "n1",
                ResourceAmounts.of(
                    Map.of(
                        "cpu", 5_000L,
                        "memory", (1L << 30) + (1L << 20),
                        "nvidia.com/gpu", 3L,
                        "pods", 1L)),
                new StrangerPod.GpuUser(
                    "", "", new ForeignPod.Workload("Pod", "", "u"), "", NOW, null)));
  }

  @Test
  void whoUsesGpusIsToldByWhatMadeItAndTheQueueItCameThrough() {
    Tree owner = Tree.of("kind", "Job", "name", "train", "uid", "j").with("controller", true);
    Tree metadata =
        Tree.of(
            "uid", "u",
            "namespace", "team-a",
            "name", "train-0",
            "labels",
                Tree.EMPTY
                    .with("kueue.x-k8s.io/local-queue-name", "research")
                    .with("kueue.x-k8s.io/queue-name", "asked"),
            "ownerReferences", List.of(Tree.of("kind", "X", "name", "x"), owner));
    Tree scheduled =
        Tree.of(
            "type", "PodScheduled", "status", "True", "lastTransitionTime", "2026-03-01T11:59:00Z");
    Tree running = Tree.of("running", Tree.of("startedAt", "2026-03-01T11:59:30Z"));
    Tree pod =
        Tree.of(
            "metadata", metadata,
            "spec",
                Tree.of(
                    "nodeName",
                    "n1",
                    "containers",
                    List.of(resources(Map.of(), Map.of("nvidia.com/gpu.shared", "3")))),
            "status",
                Tree.of(
                    "conditions", List.of(scheduled),
                    "containerStatuses", List.of(Tree.of("state", running))));
    StrangerPod seen = StrangerPod.of(pod, NOW);
    assertThat(seen.user())
        .isEqualTo(
            new StrangerPod.GpuUser(
                "team-a",
                "train-0",
                new ForeignPod.Workload("Job", "train", "j"),
                "research",
                Instant.parse("2026-03-01T11:59:00Z"),
                Instant.parse("2026-03-01T11:59:30Z")));
    assertThat(seen.milliGpus(node(Map.of("nvidia.com/gpu.replicas", "4")))).isEqualTo(750);
  }

  private static NodeFacts node(Map<String, String> labels) {
    Tree metadata = Tree.of("name", "n1", "labels", Tree.texts(new TreeMap<>(labels)));
    return NodeFacts.of("east", Tree.of("metadata", metadata), false);
  }

  /// Three sevenths and one of them twice, of an H200 that is partitioned.
  @Test
  void aPartitionCountsAsItsPart() {
    Tree container =
        resources(Map.of(), Map.of("nvidia.com/mig-3g.71gb", "1", "nvidia.com/mig-1g.18gb", "2"));
    Tree spec = Tree.of("nodeName", "n1", "containers", List.of(container));
    StrangerPod pod = StrangerPod.of(Tree.of("metadata", Tree.of("uid", "u"), "spec", spec), NOW);
    assertThat(pod.user()).isNotNull();
    assertThat(
            pod.milliGpus(
                node(
                    Map.of(
                        "nvidia.com/mig.strategy", "mixed",
                        "nvidia.com/gpu.product", "NVIDIA-H200"))))
        .isEqualTo(429 + 2 * 143);
    assertThat(pod.milliGpus(node(Map.of()))).as("of an unknown model").isEqualTo(3_000);
  }

  @Test
  void claimsSayWhoHasGpus() {
    Tree gpu = Tree.of("driver", "gpu.nvidia.com", "pool", "n1", "device", "gpu-0");
    Tree nic = Tree.of("driver", "dra.net", "pool", "n1", "device", "eth1");
    Tree allocation = Tree.of("devices", Tree.of("results", List.of(gpu, nic, gpu)));
    Tree pod = Tree.of("resource", "pods", "name", "p", "uid", "u");
    Tree other = Tree.of("resource", "other", "name", "p", "uid", "o");
    Tree status = Tree.of("allocation", allocation, "reservedFor", List.of(pod, other));
    assertThat(ClaimFacts.of(Tree.of("metadata", Tree.of("uid", "c"), "status", status)))
        .isEqualTo(new ClaimFacts("c", List.of("u"), 2));
    Tree spec = Tree.of("nodeName", "n1", "resourceClaims", List.of(Tree.of("name", "gpus")));
    assertThat(StrangerPod.of(Tree.of("metadata", Tree.of("uid", "u"), "spec", spec), NOW).user())
        .isNotNull();
  }

  @Test
  void mostUseNoGpus() {
    Tree pod =
        Tree.of(
            "metadata", Tree.of("uid", "u"),
            "spec",
                Tree.of(
                    "nodeName",
                    "n1",
                    "containers",
                    List.of(resources(Map.of("cpu", "1"), Map.of()))));
    assertThat(StrangerPod.of(pod, NOW).user()).isNull();
  }
}
