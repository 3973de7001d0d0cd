package io.gpuaas.quota;

/// A name for a priority, as jobs give it.
///
/// @param value larger goes first; a 32-bit number as in Kubernetes
public record PriorityClass(String name, int value) implements ConfigItem {
  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.PRIORITY_CLASS, name);
  }
}
