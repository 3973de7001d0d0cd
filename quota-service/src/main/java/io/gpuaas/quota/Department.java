package io.gpuaas.quota;

import org.jspecify.annotations.Nullable;

/// A part of the organisation that pays for its teams.
///
/// @param costCenter as the organisation's books name it, null when there is none
/// @param timeZone IANA name, null for the organisation's
public record Department(
    String name, String displayName, @Nullable String costCenter, @Nullable String timeZone)
    implements ConfigItem {
  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.DEPARTMENT, name);
  }
}
