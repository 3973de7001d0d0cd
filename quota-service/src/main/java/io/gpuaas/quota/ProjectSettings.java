package io.gpuaas.quota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A project without its quotas, which are an item of their own ([QuotaSet]).
///
/// @param cohort null when it shares with nobody
/// @param fairWeightMilli weight in thousandths, 0 or more
/// @param resourceGroups each resource and each flavor in one group at most
public record ProjectSettings(
    String name,
    String displayName,
    String team,
    @Nullable String cohort,
    long fairWeightMilli,
    Project.QueueingStrategy queueingStrategy,
    Project.StopPolicy stopPolicy,
    List<ResourceGroup> resourceGroups,
    PreemptionPolicy preemption,
    FlavorFungibility fungibility)
    implements ConfigItem {
  public ProjectSettings {
    resourceGroups = List.copyOf(resourceGroups);
  }

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.PROJECT, name);
  }

  /// The project as the engines see it.
  public Project with(List<Quota> quotas) {
    return new Project(
        name,
        cohort,
        fairWeightMilli,
        queueingStrategy,
        stopPolicy,
        resourceGroups,
        quotas,
        preemption,
        fungibility);
  }
}
