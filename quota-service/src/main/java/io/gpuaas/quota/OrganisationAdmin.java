package io.gpuaas.quota;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;

/// Who there is: the organisation, its departments and their teams.
public interface OrganisationAdmin {
  Versioned<OrganisationSettings> organisation();

  /// `Accepted`, `Invalid` or `Stale`.
  ChangeOutcome<OrganisationSettings> replaceOrganisation(
      OrganisationSettings settings, long version);

  ConfigResource<Department> departments();

  ConfigResource<Team> teams();
}
