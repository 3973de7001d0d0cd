package io.gpuaas.cluster.internal.queues;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.KueueTree;
import io.gpuaas.cluster.KueueTree.Cell;
import io.gpuaas.cluster.KueueTree.ClusterQueue;
import io.gpuaas.cluster.KueueTree.Cohort;
import io.gpuaas.cluster.KueueTree.LocalQueue;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KueueTreeReaderTest {
  private static final Site SITE =
      Site.of(new TreeMap<>(Map.of("foreignProjects", "team-a/lq=vision,team-b=nlp")));

  private static Tree tree(String yaml) {
    return Tree.read(new KubernetesSerialization().unmarshal(yaml, Map.class));
  }

  private static final Tree QUEUE =
      tree(
          """
          metadata: {name: a}
          spec:
            cohortName: leaf
            resourceGroups:
            - coveredResources: [nvidia.com/gpu]
              flavors:
              - name: h200
                resources:
                - {name: nvidia.com/gpu, nominalQuota: "8", borrowingLimit: "4", lendingLimit: "2"}
              - name: a100
                resources: [{name: nvidia.com/gpu, nominalQuota: "16"}]
          status:
            pendingWorkloads: 3
            admittedWorkloads: 2
            conditions: [{type: Active, status: "True", message: fine}]
            flavorsUsage:
            - {name: h200, resources: [{name: nvidia.com/gpu, total: "10", borrowed: "2"}]}
          """);

  private static final Tree OURS =
      tree(
          """
          metadata: {name: gpuaas-x, labels: {gpuaas.io/instance: gpuaas, gpuaas.io/queues: "true"}}
          status:
            conditions: [{type: Active, status: "False", message: Can't admit new workloads}]
          """);

  private static final Tree COHORT = tree("metadata: {name: leaf}\nspec: {parentName: root}\n");

  private static Tree local(String namespace, String name) {
    return tree(
        """
        metadata: {namespace: %s, name: %s}
        spec: {clusterQueue: a}
        status: {pendingWorkloads: 1}
        """
            .formatted(namespace, name));
  }

  @Test
  void objectsBecomeOneTree() {
    KueueTree read =
        new KueueTreeReader(SITE)
            .read(
                List.of(COHORT),
                List.of(OURS, QUEUE),
                List.of(local("team-b", "lq"), local("team-a", "lq"), local("gpuaas-x", "lq")));
    assertThat(read)
        .isEqualTo(
            new KueueTree(
                List.of(new Cohort("leaf", "root", List.of()), new Cohort("root", null, List.of())),
                List.of(
                    new ClusterQueue(
                        "a",
                        "leaf",
                        false,
                        true,
                        "",
                        3,
                        2,
                        List.of(
                            new Cell("h200", "nvidia.com/gpu", "8", "4", "2", "10", "2"),
                            new Cell("a100", "nvidia.com/gpu", "16", null, null, "0", "0"))),
                    new ClusterQueue(
                        "gpuaas-x",
                        null,
                        true,
                        false,
                        "Can't admit new workloads",
                        0,
                        0,
                        List.of())),
                List.of(
                    new LocalQueue("gpuaas-x", "lq", "a", "x", false, 1, 0),
                    new LocalQueue("team-a", "lq", "a", "vision", false, 1, 0),
                    new LocalQueue("team-b", "lq", "a", "nlp", false, 1, 0))));
  }
}
