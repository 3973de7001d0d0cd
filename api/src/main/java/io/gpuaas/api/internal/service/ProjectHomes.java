package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.ProjectSettings;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where the projects of an organisation stand, as accounting wants to be told.
public final class ProjectHomes {
  private ProjectHomes() {}

  public static SortedMap<String, ProjectHome> of(Organisation organisation) {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    for (ProjectSettings project : organisation.projects().values()) {
      Department department = organisation.departmentOf(project.name()).orElse(null);
      String center = department == null ? null : department.costCenter();
      homes.put(
          project.name(),
          new ProjectHome(
              department == null ? "" : department.name(),
              project.team(),
              center == null ? "" : center));
    }
    return homes;
  }
}
