package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.JobTemplate;
import io.gpuaas.quota.DataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Faults for what a job asks for and a backend cannot give.
final class Unmet {
  static final String CODE = "BACKEND_CANNOT";

  private Unmet() {}

  static List<Fault> onePodSet(JobSpec spec, String backend, String others) {
    return spec.podSets().size() == 1
        ? List.of()
        : List.of(
            new Fault(
                "/spec/podSets",
                CODE,
                "The backend %s takes jobs with one pod set; %s take several."
                    .formatted(backend, others),
                Integer.toString(spec.podSets().size()),
                "1"));
  }

  /// Shares of a device by fraction or memory; a MIG profile is an ordinary resource.
  static List<Fault> shares(JobSpec spec, String backend, Devices devices) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < spec.podSets().size(); i++) {
      faults.addAll(
          devices.unmetShare("/spec/podSets/" + i, spec.podSets().get(i).device(), backend));
    }
    return faults;
  }

  /// Claims for devices, where the cluster gives them so and the kind of object has no place for
  /// them.
  static List<Fault> claims(String backend) {
    return List.of(
        new Fault(
            "/spec/podSets",
            CODE,
            "On this cluster GPUs are claimed, and the objects of backend %s have no place for"
                    .formatted(backend)
                + " claims; job, jobset have.",
            null,
            null));
  }

  /// A manifest is laid under objects of its own kind, and no other.
  ///
  /// @param backendsOf names of those that take a kind
  static List<Fault> template(
      JobSpec spec, String backend, Kind kind, Function<String, List<String>> backendsOf) {
    JobTemplate template = spec.template();
    if (template == null || template.kind().equals(kind.name())) {
      return List.of();
    }
    String others = String.join(", ", backendsOf.apply(template.kind()));
    return List.of(
        new Fault(
            "/spec/manifest/kind",
            CODE,
            "The backend %s takes manifests of %s; this is one for %s."
                .formatted(backend, kind.name(), others),
            template.kind(),
            kind.name()));
  }

  /// What would be left out in silence.
  static List<Fault> noCommand(JobSpec spec, String backend, String others) {
    return spec.command().isEmpty() && spec.args().isEmpty()
        ? List.of()
        : List.of(
            new Fault(
                "/spec/command",
                CODE,
                "The backend %s runs no command of the job's; %s does.".formatted(backend, others),
                String.join(" ", spec.command()),
                null));
  }

  /// What the job wants beside its pods and this cluster does not have.
  static List<Fault> companions(JobSpec spec, Site site) {
    JobSpec.Companions companions = spec.companions();
    String logs = companions == null ? "" : companions.tensorBoardLogs();
    boolean hasOne = !site.extras().tensorBoardImage().isEmpty();
    boolean reaches = site.storage().way() != Storage.Way.NONE && site.storage().isShared();
    return logs.isEmpty() || (hasOne && reaches)
        ? List.of()
        : List.of(
            new Fault(
                "/spec/tensorBoard",
                CODE,
                "A cluster with tensorBoardImage and a place for checkpoints that several pods"
                    + " reach has TensorBoards.",
                logs,
                null));
  }

  /// A pod that is kept apart from its node sees none of the node's folders.
  static List<Fault> folders(JobSpec spec) {
    List<Fault> faults = new ArrayList<>();
    List<DataUse> data = spec.companions() == null ? List.of() : spec.companions().data();
    for (int i = 0; i < data.size(); i++) {
      if (data.get(i).kind() == DataSource.Kind.FOLDER) {
        String detail =
            "Pods of Kubernetes see no folders of their nodes; jobs of the backend slurm do.";
        String at = "/spec/data/%d/source".formatted(i);
        faults.add(new Fault(at, CODE, detail, data.get(i).source(), null));
      }
    }
    return faults;
  }

  /// Kubelets align pods of whole processors whose requests are their limits, and no others.
  static List<Fault> numa(JobSpec spec, Site site) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < spec.podSets().size(); i++) {
      PodSet podSet = spec.podSets().get(i);
      if (podSet.numa() == NumaWish.REQUIRED) {
        numa(podSet, site, "/spec/podSets/" + i, faults);
      }
    }
    return faults;
  }

  private static void numa(PodSet podSet, Site site, String at, List<Fault> faults) {
    long cpu = podSet.requests().of(Resources.CPU);
    if (!site.extras().aligns()) {
      String detail =
          "Kubelets with numaPolicy best-effort, restricted or single-numa-node align pods.";
      faults.add(new Fault(at + "/numa", CODE, detail, "REQUIRED", null));
    }
    if (cpu == 0 || cpu % 1000 != 0) {
      String detail = "A pod that is aligned asks for whole processors.";
      String given = Quantity.format(Resources.CPU, cpu);
      faults.add(new Fault(at + "/cpuPerPod", CODE, detail, given, null));
    }
    if (podSet.requests().of(Resources.MEMORY) == 0) {
      String detail = "A pod that is aligned says its memory.";
      faults.add(new Fault(at + "/memoryPerPod", CODE, detail, null, null));
    }
  }

  /// A volume that one node may mount is none for a gang.
  static List<Fault> storage(JobSpec spec, Site site) {
    int pods = spec.podSets().stream().mapToInt(PodSet::count).sum();
    boolean single = site.storage().way() == Storage.Way.CLASS && !site.storage().isShared();
    return single && pods > 1
        ? List.of(
            new Fault(
                "/spec/podSets",
                CODE,
                "The cluster's volumes for checkpoints (checkpointAccess=ReadWriteOnce) are for"
                    + " one pod; a class with ReadWriteMany is for several.",
                pods + " pods",
                "1"))
        : List.of();
  }

  static List<Fault> onlyEndless(JobSpec spec, String backend, String others) {
    return spec.type() == JobSpec.Type.NOTEBOOK
        ? List.of()
        : List.of(
            new Fault(
                "/spec/type",
                CODE,
                "What the backend %s runs never ends by itself; %s run batch jobs."
                    .formatted(backend, others),
                spec.type().name(),
                "NOTEBOOK"));
  }

  static List<Fault> headed(JobSpec spec, String backend) {
    PodSet first = spec.podSets().getFirst();
    boolean headed = spec.podSets().size() > 1 && first.name().equals("head") && first.count() == 1;
    return headed
        ? List.of()
        : List.of(
            new Fault(
                "/spec/podSets/0",
                CODE,
                ("For the backend %s the first pod set is named head, has one pod, and workers"
                        + " follow.")
                    .formatted(backend),
                first.name(),
                "head"));
  }
}
