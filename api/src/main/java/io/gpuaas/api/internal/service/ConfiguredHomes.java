package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.KnownHomes;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.quota.OrganisationSource;
import java.util.SortedMap;
import org.springframework.stereotype.Component;

/// Accounting's view of where projects stand.
@Component
class ConfiguredHomes implements KnownHomes {
  private final OrganisationSource organisations;

  ConfiguredHomes(OrganisationSource organisations) {
    this.organisations = organisations;
  }

  @Override
  public SortedMap<String, ProjectHome> homes() {
    return ProjectHomes.of(organisations.current());
  }
}
