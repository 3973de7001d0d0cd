package io.gpuaas.quota;

import java.util.List;

/// A name for a priority, as jobs give it.
///
/// @param value larger goes first; a 32-bit number as in Kubernetes
public record PriorityClass(String name, int value) implements ConfigItem {
  /// Those that jobs may always name; they can be given other values, but not be removed.
  public static final List<String> BUILT_IN = List.of("low", "normal", "high", "urgent");

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.PRIORITY_CLASS, name);
  }
}
