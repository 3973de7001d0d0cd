package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Where a scheduler has no queues: a ResourceQuota in each project's namespace, so that nobody can
/// go around us and take more GPUs than the project could ever have. Processors and memory are not
/// bounded there: with such a quota Kubernetes refuses pods that do not say theirs.
final class NamespaceQuotas implements QueueForm {
  @Override
  public List<Manifest> render(QuotaConfig quotas, Site site) {
    Totals totals = new Totals(quotas);
    List<Manifest> all = new ArrayList<>();
    for (Project project : quotas.projects()) {
      SortedMap<String, Long> most = totals.ceiling(project);
      if (most.containsKey(Resources.GPU)) {
        Tree metadata =
            QueueManifests.metadata(
                site, site.instance() + "-gpus", site.namespace(project.name()));
        String gpus = Long.toString(most.getOrDefault(Resources.GPU, 0L));
        Tree hard = Tree.of("requests." + Resources.GPU, gpus);
        all.add(
            Manifest.apply(Kinds.RESOURCE_QUOTA, metadata, Tree.of("spec", Tree.of("hard", hard))));
      }
    }
    return all;
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.RESOURCE_QUOTA);
  }
}
