package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.cluster.internal.slurmjob.SlurmSubmission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Which backends there are, what their settings may be, and what jobs each can carry out.
@Component
class KnownBackends implements ClusterBackends {
  static final String SIMULATED = "simulated";
  static final String SLURM = "slurm";
  private final ConnectedClusters clusters;

  KnownBackends(ConnectedClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public List<Fault> faults(String at, Cluster cluster) {
    String settings = at + "/settings";
    if (cluster.backend().equals(SIMULATED)) {
      return SimulationSettingsReader.faults(settings, cluster.settings());
    }
    if (cluster.backend().equals(SLURM)) {
      return SlurmSite.faults(settings, cluster.settings());
    }
    FaultCollector faults = new FaultCollector();
    if (!Backend.names().contains(cluster.backend())) {
      faults.add(
          at + "/backend",
          "UNKNOWN_BACKEND",
          "There are the backends %s, %s, %s."
              .formatted(SIMULATED, String.join(", ", Backend.names()), SLURM),
          cluster.backend(),
          null);
      return faults.faults();
    }
    List<Fault> found = new ArrayList<>(Site.faults(settings, cluster.settings()));
    found.addAll(KubernetesAccess.faults(settings, cluster.settings()));
    found.addAll(GpuMetrics.faults(settings, cluster.settings()));
    TreeSet<String> keys = new TreeSet<>(Site.KEYS);
    keys.addAll(KubernetesAccess.KEYS);
    keys.addAll(GpuMetrics.KEYS);
    for (String key : cluster.settings().keySet()) {
      if (!keys.contains(key)) {
        found.add(
            new Fault(
                Fault.at(settings, key),
                "UNKNOWN_SETTING",
                "A Kubernetes cluster has the settings %s.".formatted(String.join(", ", keys)),
                key,
                null));
      }
    }
    found.addAll(misplaced(settings, cluster));
    return found;
  }

  /// Whether a setting of Kubernetes clusters means something to a backend.
  static boolean knows(String backend, String setting) {
    return switch (setting) {
      case "admission" -> backend.equals("kueue");
      case "topology", "topologyLevels" -> backend.equals("kai") || backend.equals("volcano");
      default -> true;
    };
  }

  /// What would mean nothing to the backend, and so be dropped in silence.
  private static List<Fault> misplaced(String settings, Cluster cluster) {
    List<Fault> faults = new ArrayList<>();
    cluster
        .settings()
        .forEach(
            (key, value) -> {
              if (!knows(cluster.backend(), key)) {
                faults.add(
                    new Fault(
                        Fault.at(settings, key),
                        "INVALID_VALUE",
                        "The backend %s has no use for it.".formatted(cluster.backend()),
                        value,
                        null));
              }
            });
    return faults;
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    List<Fault> first = List.of();
    for (Cluster cluster : clusters.all()) {
      List<Fault> unmet = unmet(cluster, spec);
      if (unmet.isEmpty()) {
        return List.of();
      }
      first = first.isEmpty() ? unmet : first;
    }
    return first;
  }

  @Override
  public List<String> unfit(JobSpec spec) {
    List<Cluster> all = clusters.all();
    List<String> unfit =
        all.stream().filter(cluster -> !unmet(cluster, spec).isEmpty()).map(Cluster::name).toList();
    return unfit.size() == all.size() ? List.of() : unfit;
  }

  static List<Fault> unmet(Cluster cluster, JobSpec spec) {
    return switch (cluster.backend()) {
      case SIMULATED -> List.of();
      case SLURM -> SlurmSubmission.unmet(spec);
      default -> {
        Site site = Site.of(cluster.settings());
        yield Backend.of(cluster.backend(), site).unmet(spec, site);
      }
    };
  }
}
