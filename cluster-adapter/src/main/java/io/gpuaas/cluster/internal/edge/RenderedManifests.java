package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.ManifestPreviews;
import io.gpuaas.cluster.internal.kubernetes.Renderer;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.KnownNodes;
import io.gpuaas.cluster.internal.manifest.KueueWorkload;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.cluster.internal.slurmjob.SlurmSubmission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.SubmitJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
    return cluster.name().isEmpty()
        ? of(job, run, job.spec().draft().backend("").spec(), cluster)
        : of(job, run, job.spec(), cluster);
  }

  private Preview of(Job job, @Nullable Run run, JobSpec spec, Cluster cluster) {
    String backend = cluster.backendOf(spec);
    List<Fault> unmet = KnownBackends.unmet(cluster, spec);
    List<SortedMap<String, Object>> objects = new ArrayList<>();
    if (unmet.isEmpty() && !backend.equals(KnownBackends.SIMULATED)) {
      Cluster driven = cluster.withBackend(backend);
      objects.addAll(queued(job, run, driven));
      objects.addAll(objects(command(job, run), driven));
    }
    return new Preview(backend, objects, unmet);
  }

  @Override
  public Preview of(SubmitJob wish, List<PodSetAssignment> assignments, Cluster cluster) {
    String backend = cluster.backendOf(wish.spec());
    List<Fault> unmet = KnownBackends.unmet(cluster, wish.spec());
    if (backend.equals(KnownBackends.SIMULATED) || !unmet.isEmpty()) {
      return new Preview(backend, List.of(), unmet);
    }
    EnsureRun command =
        new EnsureRun(
            new RunId("run_preview"),
            1,
            Instant.EPOCH,
            new JobId("job_preview"),
            wish.name(),
            wish.project(),
            wish.spec().podSets(),
            assignments,
            wish.spec(),
            0,
            false);
    return new Preview(backend, objects(command, cluster.withBackend(backend)), unmet);
  }

  /// What stands for a job that waits for a queue that governs.
  private static List<SortedMap<String, Object>> queued(
      Job job, @Nullable Run run, Cluster cluster) {
    if (run != null || !Backend.names().contains(cluster.backend())) {
      return List.of();
    }
    Site site = Site.of(cluster.settings());
    return Backend.of(cluster.backend(), site).isGoverned()
        ? List.of(KueueWorkload.of(job, site).tree().plain())
        : List.of();
  }

  private List<SortedMap<String, Object>> objects(EnsureRun command, Cluster cluster) {
    if (cluster.backend().equals(KnownBackends.SLURM)) {
      SlurmSite site = SlurmSite.of(cluster.settings());
      return List.of(new SlurmSubmission(command, site, SLURM_VERSION).body().plain());
    }
    Site site = Site.of(cluster.settings());
    Backend backend = Backend.of(cluster.backend(), site);
    return Renderer.render(backend, command, site, new Inventoried(cluster.name())).all().stream()
        .map(manifest -> manifest.tree().plain())
        .toList();
  }

  /// Nodes as the inventory has them.
  private final class Inventoried implements KnownNodes {
    private final String cluster;

    Inventoried(String cluster) {
      this.cluster = cluster;
    }

    private Optional<Node> find(String node) {
      return inventory.getObject().node(new NodeRef(cluster, node)).map(Versioned::value);
    }

    @Override
    public SortedMap<String, String> labels(String node) {
      return find(node).map(Node::labels).orElse(Collections.emptySortedMap());
    }

    @Override
    public List<Taint> taints(String node) {
      return find(node).map(Node::taints).orElse(List.of());
    }
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
