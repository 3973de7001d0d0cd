package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.quota.QuotaConfig;
import java.util.List;

/// As which objects a cluster's scheduler keeps quota.
interface QueueForm {
  /// In the order of making.
  List<Manifest> render(QuotaConfig quotas, Site site);

  /// Kinds of those objects, to find what is left of projects that are gone.
  List<Manifest.Kind> kinds();
}
