package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.ConfigItem;

/// A stored item.
interface ConfigRow<T extends ConfigItem> {
  T toDomain();

  /// Takes all values of `item`, which has the same key.
  void apply(T item);

  long version();
}
