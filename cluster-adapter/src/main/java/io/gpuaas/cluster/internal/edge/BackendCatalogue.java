package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.BackendGuide;
import io.gpuaas.cluster.BackendGuide.Ability;
import io.gpuaas.cluster.BackendGuide.Setting;
import io.gpuaas.cluster.BackendGuides;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.SiteGuide;
import io.gpuaas.cluster.internal.slurmjob.SlurmGuide;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/// Tells of backends what they themselves answer: each ability is the answer to a job that needs
/// it.
@Component
class BackendCatalogue implements BackendGuides {
  private static final String OUR_GANG = " We keep the gang.";

  @Override
  public List<BackendGuide> all() {
    return Stream.of(
            List.of(KnownBackends.SIMULATED), Backend.names(), List.of(KnownBackends.SLURM))
        .flatMap(List::stream)
        .map(BackendCatalogue::guide)
        .toList();
  }

  private static BackendGuide guide(String name) {
    return new BackendGuide(
        name, about(name), install(name), manifestKind(name), abilities(name), settings(name));
  }

  private static String about(String name) {
    return switch (name) {
      case KnownBackends.SIMULATED -> "No cluster: a model in memory plays one.";
      case KnownBackends.SLURM -> "Batch jobs of Slurm, by slurmrestd.";
      case "job" -> "Jobs of plain Kubernetes." + OUR_GANG;
      case "native" -> "Jobs; kube-scheduler itself keeps the gang.";
      case "coscheduling" -> "Jobs; the Coscheduling plug-in keeps the gang.";
      case "kueue" -> "Jobs; Kueue's quota has the last word." + OUR_GANG;
      case "kai" -> "Jobs; KAI's scheduler keeps the gang.";
      case "volcano" -> "Jobs of Volcano, whose scheduler keeps the gang.";
      case "jobset" -> "A JobSet." + OUR_GANG;
      case "trainjob" -> "A TrainJob of Kubeflow Trainer v2." + OUR_GANG;
      case "lws" -> "A LeaderWorkerSet, for what never ends by itself." + OUR_GANG;
      case "raycluster" -> "A RayCluster of KubeRay, for what never ends by itself." + OUR_GANG;
      case "rayjob" -> "A RayJob of KubeRay." + OUR_GANG;
      case "pytorchjob" -> "A PyTorchJob of the training operator v1." + OUR_GANG;
      default -> throw new IllegalArgumentException("Nothing is said of backend " + name);
    };
  }

  private static String install(String name) {
    return switch (name) {
      case KnownBackends.SIMULATED -> "";
      case KnownBackends.SLURM -> "slurmrestd with JWT, v0.0.38 to v0.0.45";
      case "job" -> "Kubernetes 1.31 or newer";
      case "native" -> "Kubernetes 1.37 with the gate GenericWorkload";
      case "coscheduling" -> "a scheduler with the plug-in Coscheduling, named by schedulerName";
      case "kueue" -> "Kueue 0.17 or newer, and a LocalQueue for each project";
      case "kai" -> "KAI 0.15 or newer, and a Queue for each project";
      case "volcano" -> "Volcano 1.15 or newer, and a Queue for each project";
      case "jobset" -> "JobSet 0.11 or newer";
      case "trainjob" -> "Kubeflow Trainer 2.2 or newer, and JobSet";
      case "lws" -> "LeaderWorkerSet 0.8 or newer";
      case "raycluster", "rayjob" -> "KubeRay 1.6 or newer";
      case "pytorchjob" -> "training operator 1.9";
      default -> throw new IllegalArgumentException("Nothing is said of backend " + name);
    };
  }

  private static boolean isKubernetes(String name) {
    return Backend.names().contains(name);
  }

  private static String manifestKind(String name) {
    return isKubernetes(name) ? Backend.named(name).mainKind().name() : "";
  }

  private static List<Setting> settings(String name) {
    if (isKubernetes(name)) {
      return SiteGuide.SETTINGS.stream()
          .filter(setting -> KnownBackends.knows(name, setting.key()))
          .toList();
    }
    if (name.equals(KnownBackends.SIMULATED)) {
      return SimulationGuide.SETTINGS;
    }
    List<Setting> settings = new ArrayList<>(SlurmGuide.SETTINGS);
    SiteGuide.SETTINGS.stream()
        .filter(setting -> GpuMetrics.KEYS.contains(setting.key()))
        .forEach(settings::add);
    return settings;
  }

  private static SortedSet<Ability> abilities(String name) {
    TreeSet<Ability> abilities = new TreeSet<>();
    for (JobSpec.Type type : JobSpec.Type.values()) {
      boolean alone = can(name, type, List.of(pods("workers", DeviceShare.WHOLE)));
      boolean several =
          can(
              name,
              type,
              List.of(pods("head", DeviceShare.WHOLE), pods("workers", DeviceShare.WHOLE)));
      if (alone || several) {
        abilities.add(type == JobSpec.Type.BATCH ? Ability.BATCH : Ability.NOTEBOOK);
      }
      if (several) {
        abilities.add(Ability.SEVERAL_POD_SETS);
      }
      if (canShare(name, type, new DeviceShare(500, 0, ""))) {
        abilities.add(Ability.GPU_SHARES);
      }
      if (canShare(name, type, new DeviceShare(0, 0, "1g.18gb"))) {
        abilities.add(Ability.MIG_DEVICES);
      }
    }
    return abilities;
  }

  private static boolean canShare(String name, JobSpec.Type type, DeviceShare device) {
    return can(name, type, List.of(pods("workers", device)))
        || can(name, type, List.of(pods("head", DeviceShare.WHOLE), pods("workers", device)));
  }

  private static PodSet pods(String name, DeviceShare device) {
    return new PodSet(
        name,
        1,
        1,
        ResourceAmounts.of(Resources.GPU, 1),
        device,
        Collections.emptySortedMap(),
        List.of(),
        List.of(),
        null,
        "");
  }

  private static boolean can(String name, JobSpec.Type type, List<PodSet> podSets) {
    JobSpec spec = new JobDraft("registry.example/any:1", podSets).type(type).spec();
    Cluster cluster = new Cluster("any", name, Collections.emptySortedMap());
    return KnownBackends.unmet(cluster, spec).isEmpty();
  }
}
