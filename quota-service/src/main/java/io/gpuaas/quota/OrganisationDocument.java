package io.gpuaas.quota;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Configuration of many kinds to be made true in one go.
///
/// @param organisation null to leave it as it is
public record OrganisationDocument(
    @Nullable OrganisationSettings organisation,
    List<Department> departments,
    List<Team> teams,
    List<Topology> topologies,
    List<FlavorSettings> flavors,
    List<PriorityClass> priorityClasses,
    List<CohortSettings> cohorts,
    List<ProjectSettings> projects,
    List<QuotaSet> quotas) {
  public OrganisationDocument {
    departments = List.copyOf(departments);
    teams = List.copyOf(teams);
    topologies = List.copyOf(topologies);
    flavors = List.copyOf(flavors);
    priorityClasses = List.copyOf(priorityClasses);
    cohorts = List.copyOf(cohorts);
    projects = List.copyOf(projects);
    quotas = List.copyOf(quotas);
  }

  /// All items with the JSON Pointer of each, in the order of the kinds.
  public List<Located> items() {
    List<Located> items = new ArrayList<>();
    if (organisation != null) {
      items.add(new Located("/organisation", organisation));
    }
    locate("/departments", departments, items);
    locate("/teams", teams, items);
    locate("/topologies", topologies, items);
    locate("/flavors", flavors, items);
    locate("/priorityClasses", priorityClasses, items);
    locate("/cohorts", cohorts, items);
    locate("/projects", projects, items);
    locate("/quotas", quotas, items);
    return List.copyOf(items);
  }

  private static void locate(String path, List<? extends ConfigItem> from, List<Located> into) {
    for (int i = 0; i < from.size(); i++) {
      into.add(new Located(path + "/" + i, from.get(i)));
    }
  }

  /// An item and where in the input it stands.
  public record Located(String pointer, ConfigItem item) {}
}
