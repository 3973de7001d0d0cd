package io.gpuaas.quota;

/// One named thing of the configuration: what is listed, created, replaced and removed as a whole.
public sealed interface ConfigItem
    permits OrganisationSettings,
        Department,
        Team,
        Topology,
        FlavorSettings,
        PriorityClass,
        CohortSettings,
        ProjectSettings,
        SecretReference,
        DataSource,
        QuotaSet {
  ConfigKey key();
}
