package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.QueueObjects;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.QuotaConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Queues and topology of a scheduler that cannot be run here, on a real API server that enforces
/// our schemas of them: all is taken, and a second look finds no difference.
final class QueuesOnServer {
  private QueuesOnServer() {}

  static void areTaken(KubernetesClient admin, String backend, String unique) {
    Map<String, String> settings =
        Map.of(
            "instance",
            "queues-" + unique,
            "topology",
            "racks-" + unique,
            "topologyLevels",
            "topology.gpuaas.io/block,topology.gpuaas.io/rack");
    Site site = Site.of(new TreeMap<>(settings));
    Cohort cohort = new Cohort("research-" + unique, null, 1000, List.of());
    QuotaConfig quotas = new QuotaConfig(1, List.of(), List.of(), List.of(cohort), List.of());
    try (KubernetesClient operator = LeastRights.client(admin, "queues")) {
      QueueWriter writer = new QueueWriter(operator);
      QueueManifests wanted = new QueueManifests(backend, quotas, site, writer.nodes());
      assertThat(writer.bringInLine(wanted, site.instance(), true))
          .isNotEmpty()
          .allSatisfy(it -> assertThat(it.step()).as("%s", it).isEqualTo(QueueObjects.Step.CREATE));
      assertThat(writer.bringInLine(wanted, site.instance(), false))
          .allSatisfy(it -> assertThat(it.step()).as("%s", it).isEqualTo(QueueObjects.Step.SAME));
      remove(admin, wanted, site);
    }
  }

  private static void remove(KubernetesClient admin, QueueManifests wanted, Site site) {
    TreeSet<String> left = new TreeSet<>();
    for (Kind kind : wanted.kinds()) {
      for (Tree object : new ObjectApi(admin).ofQueues(kind, site.instance())) {
        left.add(Kinds.of(object).kind());
        admin
            .genericKubernetesResources(ObjectApi.context(kind, false))
            .withName(object.text("metadata", "name"))
            .delete();
      }
    }
    assertThat(left).hasSize(2);
  }
}
