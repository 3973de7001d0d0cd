package io.gpuaas.quota;

/// A flavor and what people see of it.
///
/// @param gpuModel for example `H200-141GB`; empty when its nodes have no GPUs
public record FlavorSettings(Flavor flavor, String gpuModel) implements ConfigItem {
  public String name() {
    return flavor.name();
  }

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.FLAVOR, flavor.name());
  }
}
