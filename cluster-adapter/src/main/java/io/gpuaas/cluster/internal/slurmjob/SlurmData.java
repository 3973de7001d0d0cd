package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SecretUse;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a job of Slurm sees of its data: folders that every node has, and addresses it may read
/// without keys. Slurm mounts nothing and keeps no secrets.
record SlurmData(List<DataUse> data, List<SecretUse> secrets) {
  private static final String CODE = "BACKEND_CANNOT";

  static SlurmData of(JobSpec spec) {
    JobSpec.Companions wanted = spec.companions();
    return wanted == null
        ? new SlurmData(List.of(), List.of())
        : new SlurmData(wanted.data(), wanted.secrets());
  }

  List<Fault> unmet() {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < data.size(); i++) {
      DataUse use = data.get(i);
      String at = "/spec/data/%d/source".formatted(i);
      if (use.kind().isMounted()) {
        String detail = "Slurm mounts nothing for a job; data of kind FOLDER is there already.";
        faults.add(new Fault(at, CODE, detail, use.source(), "FOLDER, OBJECT_STORE"));
      } else if (!use.secret().isEmpty()) {
        faults.add(new Fault(at, CODE, noSecrets(), use.secret(), null));
      }
    }
    for (SecretUse use : secrets) {
      faults.add(new Fault("/spec/env", CODE, noSecrets(), use.variable(), null));
    }
    return faults;
  }

  private static String noSecrets() {
    return "Slurm keeps no secrets; the backends of Kubernetes do.";
  }

  SortedMap<String, String> environment() {
    SortedMap<String, String> variables = new TreeMap<>();
    data.forEach(use -> variables.put(use.variable(), use.whereabouts()));
    return variables;
  }

  /// `host:container` and, where it may not be written, `:ro`, as pyxis takes them.
  List<String> mounts() {
    return data.stream()
        .filter(use -> use.kind() == io.gpuaas.quota.DataSource.Kind.FOLDER)
        .map(use -> use.place() + ":" + use.place() + (use.readOnly() ? ":ro" : ""))
        .toList();
  }
}
