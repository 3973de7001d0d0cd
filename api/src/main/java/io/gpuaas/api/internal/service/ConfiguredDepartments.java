package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.ProjectDepartments;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.OrganisationSource;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// Accounting's view of where projects belong.
@Component
class ConfiguredDepartments implements ProjectDepartments {
  private final OrganisationSource organisations;

  ConfiguredDepartments(OrganisationSource organisations) {
    this.organisations = organisations;
  }

  @Override
  public SortedMap<String, String> departments() {
    Organisation organisation = organisations.current();
    SortedMap<String, String> departments = new TreeMap<>();
    for (String project : organisation.projects().keySet()) {
      organisation
          .departmentOf(project)
          .ifPresent(department -> departments.put(project, department.name()));
    }
    return departments;
  }
}
