package io.gpuaas.quota.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.SecretReference;
import io.gpuaas.quota.Topology;
import java.util.Optional;
import org.springframework.stereotype.Service;

@Service
class StoredQuota implements QuotaAdmin {
  private final StoredConfig config;
  private final ConfigChanges changes;
  private final ConfigResource<ProjectSettings> projects;
  private final ConfigResource<CohortSettings> cohorts;
  private final ConfigResource<FlavorSettings> flavors;
  private final ConfigResource<Topology> topologies;
  private final ConfigResource<PriorityClass> priorityClasses;
  private final ConfigResource<DataSource> dataSources;
  private final ConfigResource<SecretReference> secretReferences;

  StoredQuota(StoredConfig config, ConfigChanges changes) {
    this.config = config;
    this.changes = changes;
    projects = new StoredResource<>(ConfigKind.PROJECT, ProjectSettings.class, config, changes);
    cohorts = new StoredResource<>(ConfigKind.COHORT, CohortSettings.class, config, changes);
    flavors = new StoredResource<>(ConfigKind.FLAVOR, FlavorSettings.class, config, changes);
    topologies = new StoredResource<>(ConfigKind.TOPOLOGY, Topology.class, config, changes);
    priorityClasses =
        new StoredResource<>(ConfigKind.PRIORITY_CLASS, PriorityClass.class, config, changes);
    dataSources = new StoredResource<>(ConfigKind.DATA_SOURCE, DataSource.class, config, changes);
    secretReferences =
        new StoredResource<>(ConfigKind.SECRET_REFERENCE, SecretReference.class, config, changes);
  }

  @Override
  public ConfigResource<ProjectSettings> projects() {
    return projects;
  }

  @Override
  public ConfigResource<CohortSettings> cohorts() {
    return cohorts;
  }

  @Override
  public ConfigResource<FlavorSettings> flavors() {
    return flavors;
  }

  @Override
  public ConfigResource<Topology> topologies() {
    return topologies;
  }

  @Override
  public ConfigResource<PriorityClass> priorityClasses() {
    return priorityClasses;
  }

  @Override
  public ConfigResource<DataSource> dataSources() {
    return dataSources;
  }

  @Override
  public ConfigResource<SecretReference> secretReferences() {
    return secretReferences;
  }

  @Override
  public Optional<Versioned<QuotaSet>> quotas(QuotaOwner owner) {
    return config.find(QuotaSet.class, owner.quotasKey());
  }

  @Override
  public ChangeOutcome<QuotaSet> replaceQuotas(QuotaSet quotas, long version) {
    return changes.replace(quotas, QuotaSet.class, version);
  }
}
