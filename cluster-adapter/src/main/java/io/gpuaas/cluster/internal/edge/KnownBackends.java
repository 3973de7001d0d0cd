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
import java.util.SortedSet;
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
    if (found.isEmpty()) {
      found.addAll(misplaced(settings, cluster));
      found.addAll(contradictions(settings, cluster));
    }
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
              if (allowed(cluster).stream().noneMatch(backend -> knows(backend, key))) {
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

  /// A queue that governs knows the jobs that go through it, and those of other backends do not.
  private static List<Fault> contradictions(String settings, Cluster cluster) {
    Site site = Site.of(cluster.settings());
    String others = cluster.settings().getOrDefault("backends", "");
    if (others.isEmpty() || !Backend.of(cluster.backend(), site).isGoverned()) {
      return List.of();
    }
    String detail = "Where Kueue decides which job is next, jobs have no other backend.";
    return List.of(new Fault(Fault.at(settings, "backends"), "CONFLICT", detail, others, null));
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    List<Cluster> all = clusters.all();
    List<Fault> choice = unmetChoice(all, spec);
    if (!choice.isEmpty()) {
      return choice;
    }
    List<Fault> first = List.of();
    for (Cluster cluster : all) {
      List<Fault> unmet = unmet(cluster, spec);
      if (unmet.isEmpty()) {
        return List.of();
      }
      boolean isAsked = allowed(cluster).contains(cluster.backendOf(spec));
      first = first.isEmpty() && isAsked ? unmet : first;
    }
    String able = String.join(", ", able(all, spec));
    return able.isEmpty()
        ? first
        : first.stream()
            .map(
                it ->
                    new Fault(
                        it.pointer(),
                        it.code(),
                        "%s A job that asks for one of the backends %s is taken."
                            .formatted(it.detail(), able),
                        it.value(),
                        it.limit()))
            .toList();
  }

  /// A backend that no cluster has or lets jobs ask for.
  private static List<Fault> unmetChoice(List<Cluster> all, JobSpec spec) {
    TreeSet<String> allowed = new TreeSet<>();
    all.forEach(cluster -> allowed.addAll(allowed(cluster)));
    if (all.isEmpty()) {
      allowed.addAll(Backend.names());
      allowed.addAll(List.of(SIMULATED, SLURM));
    }
    return spec.backend().isEmpty() || allowed.contains(spec.backend())
        ? List.of()
        : List.of(notAllowed(spec, allowed, "Jobs may ask for %s."));
  }

  private static Fault notAllowed(JobSpec spec, SortedSet<String> allowed, String sentence) {
    String names = String.join(", ", allowed);
    String detail = sentence.formatted(names);
    return new Fault("/spec/backend", "BACKEND_NOT_ALLOWED", detail, spec.backend(), names);
  }

  /// Backends that a job could ask for instead, so that a cluster would take it.
  private static SortedSet<String> able(List<Cluster> all, JobSpec spec) {
    TreeSet<String> able = new TreeSet<>();
    for (Cluster cluster : all) {
      for (String backend : allowed(cluster)) {
        if (unmet(cluster, spec.draft().backend(backend).spec()).isEmpty()) {
          able.add(backend);
        }
      }
    }
    return able;
  }

  /// What drives a cluster, and what jobs may ask for instead.
  private static SortedSet<String> allowed(Cluster cluster) {
    TreeSet<String> allowed = new TreeSet<>();
    allowed.add(cluster.backend());
    if (Backend.names().contains(cluster.backend())) {
      allowed.addAll(Site.of(cluster.settings()).backends());
    }
    return allowed;
  }

  @Override
  public List<String> unfit(JobSpec spec) {
    List<Cluster> all = clusters.all();
    List<String> unfit =
        all.stream().filter(cluster -> !unmet(cluster, spec).isEmpty()).map(Cluster::name).toList();
    return unfit.size() == all.size() ? List.of() : unfit;
  }

  /// What a job asks for that the cluster cannot give, driven by what the job asks to be driven by.
  static List<Fault> unmet(Cluster cluster, JobSpec spec) {
    SortedSet<String> allowed = allowed(cluster);
    String backend = cluster.backendOf(spec);
    if (!allowed.contains(backend)) {
      String sentence = "On cluster %s jobs may ask for %%s.".formatted(cluster.name());
      return List.of(notAllowed(spec, allowed, sentence));
    }
    return switch (backend) {
      case SIMULATED -> List.of();
      case SLURM -> SlurmSubmission.unmet(spec);
      default -> {
        Site site = Site.of(cluster.settings());
        yield Backend.of(backend, site).unmet(spec, site);
      }
    };
  }
}
