package io.gpuaas.quota;

import java.util.List;

/// A secret of the clusters that jobs of a project may use. Its values are never known here: they
/// lie in a Secret of that name in the project's namespace.
///
/// @param name that of the Secret
/// @param keys those that jobs may name, in their order
public record SecretReference(String project, String name, List<String> keys)
    implements ConfigItem {
  public SecretReference {
    keys = keys.stream().sorted().toList();
  }

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.SECRET_REFERENCE, DataSource.pathOf(project, name));
  }
}
