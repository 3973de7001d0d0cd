package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;

/// Kueue decides which job is next, by a Workload of ours that stands for it ([KueueWorkload]). The
/// run's own objects are none of Kueue's: they carry no queue, and we release them, since the
/// Workload was admitted before.
record KueueGoverned() implements Gang {
  private static final int POD_SETS_MAX = 8;

  /// What tells Kueue that these pods are counted by a Workload already, and no strangers on nodes
  /// of a topology.
  private static final Tree COUNTED =
      Tree.of("annotations", Tree.of("kueue.x-k8s.io/podset-unconstrained-topology", "true"));

  @Override
  public Tree onTemplate(RunShape shape, Group group, Tree template) {
    return template.merge(Tree.of("metadata", COUNTED));
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    List<Fault> faults = new ArrayList<>();
    if (spec.podSets().size() > POD_SETS_MAX) {
      faults.add(
          new Fault(
              "/spec/podSets",
              Unmet.CODE,
              "Kueue admits jobs of up to %d pod sets; job, jobset take more."
                  .formatted(POD_SETS_MAX),
              Integer.toString(spec.podSets().size()),
              Integer.toString(POD_SETS_MAX)));
    }
    for (int i = 0; i < spec.podSets().size(); i++) {
      PodSet podSet = spec.podSets().get(i);
      TopologyRequest topology = podSet.topology();
      if (topology != null && topology.slices().size() > 1) {
        faults.add(
            new Fault(
                "/spec/podSets/%d/topology/slices".formatted(i),
                Unmet.CODE,
                "Where Kueue decides, a pod set has one level of slices; job, jobset take more.",
                Integer.toString(topology.slices().size()),
                "1"));
      }
    }
    return faults;
  }
}
