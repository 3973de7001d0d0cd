package io.gpuaas.quota.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.Team;
import org.springframework.stereotype.Service;

@Service
class StoredOrganisation implements OrganisationAdmin {
  private static final ConfigKey KEY =
      new ConfigKey(ConfigKind.ORGANISATION, OrganisationSettings.NAME);

  private final StoredConfig config;
  private final ConfigChanges changes;
  private final ConfigResource<Department> departments;
  private final ConfigResource<Team> teams;

  StoredOrganisation(StoredConfig config, ConfigChanges changes) {
    this.config = config;
    this.changes = changes;
    this.departments =
        new StoredResource<>(ConfigKind.DEPARTMENT, Department.class, config, changes);
    this.teams = new StoredResource<>(ConfigKind.TEAM, Team.class, config, changes);
  }

  @Override
  public Versioned<OrganisationSettings> organisation() {
    return config.find(OrganisationSettings.class, KEY).orElseThrow();
  }

  @Override
  public ChangeOutcome<OrganisationSettings> replaceOrganisation(
      OrganisationSettings settings, long version) {
    return changes.replace(settings, OrganisationSettings.class, version);
  }

  @Override
  public ConfigResource<Department> departments() {
    return departments;
  }

  @Override
  public ConfigResource<Team> teams() {
    return teams;
  }
}
