package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.ManifestPreviews;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.cluster.internal.slurmjob.SlurmSubmission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Renders with the same code that pushes.
@Component
class RenderedManifests implements ManifestPreviews {
  private static final int SLURM_VERSION = 45;
  private final ObjectProvider<InventoryAdmin> inventory;

  RenderedManifests(ObjectProvider<InventoryAdmin> inventory) {
    this.inventory = inventory;
  }

  @Override
  public Preview of(Job job, @Nullable Run run, Cluster cluster) {
    String backend = cluster.backend();
    if (backend.equals(KnownBackends.SIMULATED)) {
      return new Preview(backend, List.of(), List.of());
    }
    List<Fault> unmet = KnownBackends.unmet(cluster, job.spec());
    return new Preview(
        backend, unmet.isEmpty() ? objects(command(job, run), cluster) : List.of(), unmet);
  }

  private List<SortedMap<String, Object>> objects(EnsureRun command, Cluster cluster) {
    if (cluster.backend().equals(KnownBackends.SLURM)) {
      SlurmSite site = SlurmSite.of(cluster.settings());
      return List.of(new SlurmSubmission(command, site, SLURM_VERSION).body().plain());
    }
    return Backend.named(cluster.backend())
        .render(command, Site.of(cluster.settings()), node -> labels(cluster, node))
        .all()
        .stream()
        .map(manifest -> manifest.tree().plain())
        .toList();
  }

  private SortedMap<String, String> labels(Cluster cluster, String node) {
    return inventory
        .getObject()
        .node(new NodeRef(cluster.name(), node))
        .map(it -> it.value().labels())
        .orElse(Collections.emptySortedMap());
  }

  private static EnsureRun command(Job job, @Nullable Run run) {
    return new EnsureRun(
        run == null ? new RunId("run_" + job.id().value().replace("job_", "")) : run.id(),
        1,
        run == null ? job.submittedAt() : run.boundAt(),
        job.id(),
        job.name(),
        job.project(),
        job.spec().podSets(),
        run == null ? List.of() : run.assignments(),
        job.spec(),
        job.savedMillis(),
        false);
  }
}
