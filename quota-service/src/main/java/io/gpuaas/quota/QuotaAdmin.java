package io.gpuaas.quota;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import java.util.Optional;

/// Who may use how much of what: projects, cohorts, their quotas, and the kinds of capacity.
public interface QuotaAdmin {
  ConfigResource<ProjectSettings> projects();

  ConfigResource<CohortSettings> cohorts();

  ConfigResource<FlavorSettings> flavors();

  ConfigResource<Topology> topologies();

  ConfigResource<PriorityClass> priorityClasses();

  /// What jobs of a project may read and write; named `project/name`.
  ConfigResource<DataSource> dataSources();

  /// Secrets that jobs of a project may use; named `project/name`.
  ConfigResource<SecretReference> secretReferences();

  /// Empty when there is no such owner.
  Optional<Versioned<QuotaSet>> quotas(QuotaOwner owner);

  /// `Accepted`, `Invalid`, `Stale`, or `Missing` when there is no such owner.
  ChangeOutcome<QuotaSet> replaceQuotas(QuotaSet quotas, long version);
}
