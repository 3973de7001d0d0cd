package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Quantity;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Volcano's queues for its plug-in `capacity`: cohorts are parents, projects are leaves; what is
/// deserved is nominal, and capability is the most that may ever be borrowed up to. No flavors.
final class VolcanoQueues implements QueueForm {
  @Override
  public List<Manifest> render(QuotaConfig quotas, Site site) {
    Totals totals = new Totals(quotas);
    List<Manifest> all = new ArrayList<>();
    for (Cohort cohort : quotas.cohorts()) {
      Tree spec =
          Tree.of(
              "parent", cohort.parent(),
              "reclaimable", true,
              "deserved", amounts(Totals.nominal(cohort.quotas())));
      all.add(queue(site, cohort.name(), spec));
    }
    for (Project project : quotas.projects()) {
      Tree spec =
          Tree.of(
              "parent", project.cohort(),
              "reclaimable", true,
              "deserved", amounts(Totals.nominal(project.quotas())),
              "capability", amounts(totals.ceiling(project)));
      all.add(queue(site, site.queueOf(project.name()), spec));
    }
    return all;
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.VOLCANO_QUEUE, Kinds.VOLCANO_HYPER_NODE);
  }

  private static Manifest queue(Site site, String name, Tree spec) {
    return Manifest.apply(
        Kinds.VOLCANO_QUEUE, QueueManifests.metadata(site, name, ""), Tree.of("spec", spec));
  }

  static Tree amounts(SortedMap<String, Long> amounts) {
    TreeMap<String, String> texts = new TreeMap<>(Collections.emptySortedMap());
    amounts.forEach(
        (resource, amount) -> {
          if (amount != Amount.UNLIMITED) {
            texts.put(resource, Quantity.format(resource, amount));
          }
        });
    return Tree.texts(texts);
  }
}
