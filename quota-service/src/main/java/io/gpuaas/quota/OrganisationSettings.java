package io.gpuaas.quota;

/// The one organisation that an installation serves.
///
/// @param timeZone IANA name; months of statements begin and end in it
public record OrganisationSettings(String displayName, String timeZone) implements ConfigItem {
  /// Name of its scope and key.
  public static final String NAME = "organisation";

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.ORGANISATION, NAME);
  }
}
