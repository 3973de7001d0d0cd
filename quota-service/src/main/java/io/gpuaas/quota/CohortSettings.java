package io.gpuaas.quota;

import org.jspecify.annotations.Nullable;

/// A cohort without its quotas, which are an item of their own ([QuotaSet]).
///
/// @param parent null for a root
/// @param fairWeightMilli weight in thousandths, 0 or more
public record CohortSettings(String name, @Nullable String parent, long fairWeightMilli)
    implements ConfigItem {
  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.COHORT, name);
  }
}
