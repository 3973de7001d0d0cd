package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;

/// Faults for what a job asks for and a backend cannot give.
final class Unmet {
  private static final String CODE = "BACKEND_CANNOT";

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
  static List<Fault> shares(JobSpec spec, String backend) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < spec.podSets().size(); i++) {
      DeviceShare device = spec.podSets().get(i).device();
      if (device.milliGpu() > 0 || device.memoryBytes() > 0) {
        faults.add(
            new Fault(
                "/spec/podSets/" + i,
                CODE,
                "The backend %s has whole GPUs and MIG profiles only; kai shares GPUs."
                    .formatted(backend),
                device.milliGpu() > 0
                    ? device.milliGpu() + " thousandths"
                    : device.memoryBytes() + " bytes",
                null));
      }
    }
    return faults;
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
