package io.gpuaas.quota;

import java.util.List;

/// All that quota decisions depend on besides usage, as one immutable version.
///
/// @param generation larger after each change
/// @param projects in name order, as are the other lists
public record QuotaConfig(
    long generation,
    List<Topology> topologies,
    List<Flavor> flavors,
    List<Cohort> cohorts,
    List<Project> projects) {
  public QuotaConfig {
    topologies = List.copyOf(topologies);
    flavors = List.copyOf(flavors);
    cohorts = List.copyOf(cohorts);
    projects = List.copyOf(projects);
  }
}
