package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.QueueObjects.Item;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A quota tree of ours as Kueue's objects: a project that lends and borrows in a cohort, and one
/// that shares with nobody.
final class OurQuotas {
  private final KubernetesClient client;
  private final String unique;
  private final Site site;

  OurQuotas(KubernetesClient client, String unique) {
    this.client = client;
    this.unique = unique;
    this.site = Site.of(new TreeMap<>(Map.of("instance", "quotas-" + unique)));
  }

  String flavor() {
    return "h200-" + unique;
  }

  String lenderProject() {
    return "lender-" + unique;
  }

  /// The ClusterQueue of the project in the cohort.
  String lender() {
    return site.namespace("lender-" + unique);
  }

  List<Item> bringInLine(long gpus, boolean writes) {
    QueueManifests wanted = new QueueManifests("kueue", quotas(gpus), site);
    return new QueueWriter(client).bringInLine(wanted, site.instance(), writes);
  }

  private QuotaConfig quotas(long gpus) {
    Topology racks =
        new Topology(
            "racks-" + unique, List.of("topology.gpuaas.io/rack", "kubernetes.io/hostname"));
    Flavor flavor =
        new Flavor(
            flavor(),
            new TreeMap<>(Map.of("nvidia.com/gpu.product", "NVIDIA-H200")),
            List.of(),
            List.of(),
            racks.name());
    Cohort cohort = new Cohort("research-" + unique, null, 1000, List.of());
    return new QuotaConfig(
        1,
        List.of(racks),
        List.of(flavor),
        List.of(cohort),
        List.of(
            project("alone", null, 8, null, null), project("lender", cohort.name(), gpus, 4L, 2L)));
  }

  private Project project(
      String name, @Nullable String cohort, long gpus, @Nullable Long borrow, @Nullable Long lend) {
    FlavorResource cell = new FlavorResource(flavor(), Resources.GPU);
    return new Project(
        name + "-" + unique,
        cohort,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), List.of(flavor()))),
        List.of(new Quota(cell, gpus, borrow, lend)),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  /// @param admin who may delete them: we never do
  void remove(KubernetesClient admin) {
    ObjectApi api = new ObjectApi(admin);
    for (Manifest.Kind kind :
        List.of(
            Kinds.KUEUE_LOCAL_QUEUE,
            Kinds.KUEUE_CLUSTER_QUEUE,
            Kinds.KUEUE_COHORT,
            Kinds.KUEUE_FLAVOR)) {
      for (Tree object : api.ofQueues(kind, site.instance())) {
        String namespace = object.text("metadata", "namespace");
        String name = object.text("metadata", "name");
        var all = admin.genericKubernetesResources(ObjectApi.context(kind, !namespace.isEmpty()));
        if (namespace.isEmpty()) {
          all.withName(name).delete();
        } else {
          all.inNamespace(namespace).withName(name).delete();
        }
      }
    }
  }
}
