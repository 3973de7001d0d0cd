package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.ResourceAmounts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StrangerPodTest {
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
    assertThat(StrangerPod.of(pod))
        .isEqualTo(
            new StrangerPod(
                "u",
                "n1",
                ResourceAmounts.of(
                    Map.of(
                        "cpu", 5_000L,
                        "memory", (1L << 30) + (1L << 20),
                        "nvidia.com/gpu", 3L,
                        "pods", 1L))));
  }
}
