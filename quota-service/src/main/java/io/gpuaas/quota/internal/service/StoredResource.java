package io.gpuaas.quota.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.ConfigResource;
import java.util.List;
import java.util.Optional;

/// The items of one kind that have their own place in the store.
record StoredResource<T extends ConfigItem>(
    ConfigKind kind, Class<T> type, StoredConfig config, ConfigChanges changes)
    implements ConfigResource<T> {
  @Override
  public List<Versioned<T>> list() {
    return config.all(type);
  }

  @Override
  public Optional<Versioned<T>> find(String name) {
    return config.find(type, new ConfigKey(kind, name));
  }

  @Override
  public ChangeOutcome<T> create(T item) {
    return changes.create(item, type);
  }

  @Override
  public ChangeOutcome<T> replace(T item, long version) {
    return changes.replace(item, type, version);
  }

  @Override
  public ChangeOutcome<T> remove(String name, long version) {
    return changes.remove(new ConfigKey(kind, name), type, version);
  }
}
