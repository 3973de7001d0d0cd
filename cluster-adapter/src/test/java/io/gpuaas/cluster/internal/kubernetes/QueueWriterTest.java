package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.QueueObjects.Difference;
import io.gpuaas.cluster.QueueObjects.Item;
import io.gpuaas.cluster.QueueObjects.Step;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Quota objects on a cluster: compared by dry runs, applied, and never taken from others.
class QueueWriterTest {
  private static final Site SITE = Site.of(new TreeMap<>());
  private final ModelledCluster cluster = ModelledCluster.volcano();
  private final KubernetesClient client = cluster.client();

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  private static QuotaConfig quotas(long gpus, String... projects) {
    List<Project> all = new java.util.ArrayList<>();
    for (String name : projects) {
      all.add(
          new Project(
              name,
              null,
              1000,
              Project.QueueingStrategy.BEST_EFFORT_FIFO,
              Project.StopPolicy.NONE,
              List.of(new ResourceGroup(List.of(Resources.GPU), List.of("h200"))),
              List.of(new Quota(new FlavorResource("h200", Resources.GPU), gpus, null, null)),
              PreemptionPolicy.DEFAULT,
              FlavorFungibility.DEFAULT));
    }
    return new QuotaConfig(1, List.of(), List.of(), List.of(), all);
  }

  private List<Item> bringInLine(boolean writes, long gpus, String... projects) {
    QueueManifests wanted = new QueueManifests("volcano", quotas(gpus, projects), SITE);
    return new QueueWriter(client).bringInLine(wanted, "gpuaas", writes);
  }

  private static List<String> steps(List<Item> items) {
    return items.stream().map(it -> it.step() + " " + it.kind() + " " + it.name()).toList();
  }

  @Test
  void aDryRunTellsWhatAnApplyThenDoes() {
    List<String> steps =
        List.of("CREATE Namespace gpuaas-vision", "CREATE scheduling.volcano.sh/Queue vision");

    assertThat(steps(bringInLine(false, 8, "vision"))).isEqualTo(steps);
    assertThat(cluster.list("scheduling.volcano.sh/queues")).isEmpty();
    assertThat(steps(bringInLine(true, 8, "vision"))).isEqualTo(steps);
    assertThat(cluster.list("scheduling.volcano.sh/queues")).hasSize(1);
    assertThat(bringInLine(false, 8, "vision")).extracting(Item::step).containsOnly(Step.SAME);
  }

  @Test
  void aChangeIsNamedFieldByField() {
    bringInLine(true, 8, "vision");

    Item queue = bringInLine(false, 16, "vision").getLast();

    assertThat(queue.step()).isEqualTo(Step.CHANGE);
    assertThat(queue.differences())
        .containsExactly(
            new Difference("/spec/capability/nvidia.com~1gpu", "8", "16"),
            new Difference("/spec/deserved/nvidia.com~1gpu", "8", "16"));
    assertThat(bringInLine(true, 16, "vision").getLast().step()).isEqualTo(Step.CHANGE);
    assertThat(bringInLine(true, 16, "vision").getLast().step()).isEqualTo(Step.SAME);
  }

  @Test
  void whatSomebodyElseOwnsIsAFindingAndStays() {
    cluster.put(
        "scheduling.volcano.sh/queues",
        Tree.of(
            "apiVersion",
            "scheduling.volcano.sh/v1beta1",
            "kind",
            "Queue",
            "metadata",
            Tree.of("name", "vision"),
            "spec",
            Tree.of("deserved", Tree.of(Resources.GPU, "99"))),
        "gitops");

    Item queue = bringInLine(true, 8, "vision").getLast();

    assertThat(queue.step()).isEqualTo(Step.CONFLICT);
    assertThat(queue.detail()).contains("gitops");
    assertThat(
            cluster
                .list("scheduling.volcano.sh/queues")
                .getFirst()
                .text("spec", "deserved", Resources.GPU))
        .isEqualTo("99");
  }

  @Test
  void whatIsLeftOfAProjectIsToldAndNotDeleted() {
    bringInLine(true, 8, "speech", "vision");

    List<Item> items = bringInLine(true, 8, "vision");

    assertThat(items.getLast().step()).isEqualTo(Step.LEFT_OVER);
    assertThat(items.getLast().name()).isEqualTo("speech");
    assertThat(cluster.list("scheduling.volcano.sh/queues")).hasSize(2);
  }
}
