package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// KAI's queues: cohorts are parents, projects are leaves. It knows processors in thousandths,
/// memory in 10^6 bytes and GPUs, but no flavors: a GPU is a GPU.
final class KaiQueues implements QueueForm {
  private static final long MEGABYTE = 1_000_000;
  private static final long UNLIMITED = -1;

  @Override
  public List<Manifest> render(QuotaConfig quotas, Site site) {
    Totals totals = new Totals(quotas);
    List<Manifest> all = new ArrayList<>();
    if (site.topology().isKnown()) {
      all.add(topology(site));
    }
    for (Cohort cohort : quotas.cohorts()) {
      all.add(queue(site, cohort.name(), cohort.parent(), Totals.nominal(cohort.quotas()), null));
    }
    for (Project project : quotas.projects()) {
      all.add(
          queue(
              site,
              site.queueOf(project.name()),
              project.cohort(),
              Totals.nominal(project.quotas()),
              totals.ceiling(project)));
    }
    return all;
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.KAI_QUEUE, Kinds.KAI_TOPOLOGY);
  }

  private static Manifest topology(Site site) {
    List<Tree> levels =
        site.topology().allLevels().stream().map(it -> Tree.of("nodeLabel", it)).toList();
    return Manifest.apply(
        Kinds.KAI_TOPOLOGY,
        QueueManifests.metadata(site, site.topology().name(), ""),
        Tree.of("spec", Tree.of("levels", levels)));
  }

  /// @param most null for no limit
  private static Manifest queue(
      Site site,
      String name,
      @Nullable String parent,
      SortedMap<String, Long> nominal,
      @Nullable SortedMap<String, Long> most) {
    Tree resources =
        Tree.of(
            "cpu", share(nominal, most, Resources.CPU, 1),
            "memory", share(nominal, most, Resources.MEMORY, MEGABYTE),
            "gpu", share(nominal, most, Resources.GPU, 1));
    Tree spec = Tree.of("parentQueue", parent, "resources", resources);
    return Manifest.apply(
        Kinds.KAI_QUEUE, QueueManifests.metadata(site, name, ""), Tree.of("spec", spec));
  }

  /// What our quotas do not cover is not limited there either.
  private static Tree share(
      SortedMap<String, Long> nominal,
      @Nullable SortedMap<String, Long> most,
      String resource,
      long unit) {
    boolean covered = nominal.containsKey(resource);
    long limit = most == null ? Amount.UNLIMITED : most.getOrDefault(resource, Amount.UNLIMITED);
    return Tree.of(
        "quota", covered ? nominal.getOrDefault(resource, 0L) / unit : UNLIMITED,
        "overQuotaWeight", 1,
        "limit", limit == Amount.UNLIMITED ? UNLIMITED : limit / unit);
  }
}
