package io.gpuaas.quota;

import java.util.List;

/// Levels of placement domains as node label keys, outermost first, for example block, rack, host.
public record Topology(String name, List<String> levels) implements ConfigItem {
  public Topology {
    levels = List.copyOf(levels);
  }

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.TOPOLOGY, name);
  }
}
