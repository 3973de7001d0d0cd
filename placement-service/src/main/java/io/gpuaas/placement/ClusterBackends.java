package io.gpuaas.placement;

import io.gpuaas.core.Fault;
import java.util.List;

/// What the backends of clusters know of themselves; filled by `cluster-adapter`.
public interface ClusterBackends {
  /// What is wrong with a cluster's backend and settings, so that it could not be connected; none
  /// when it could. Asks no cluster.
  ///
  /// @param at JSON Pointer to the cluster
  List<Fault> faults(String at, Cluster cluster);

  /// What a job asks for that no connected cluster can give, with the backends that could; none
  /// when one of them can, or none is connected. Pointers are those of the job.
  List<Fault> unmet(JobSpec spec);

  /// Connected clusters that cannot carry out the job, by name, though another can.
  default List<String> unfit(JobSpec spec) {
    return List.of();
  }
}
