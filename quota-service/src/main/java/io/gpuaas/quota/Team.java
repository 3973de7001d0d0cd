package io.gpuaas.quota;

/// People of one department who own projects.
public record Team(String name, String displayName, String department) implements ConfigItem {
  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.TEAM, name);
  }
}
