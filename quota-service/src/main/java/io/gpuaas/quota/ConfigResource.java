package io.gpuaas.quota;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import java.util.List;
import java.util.Optional;

/// The items of one kind, to be read and changed. Each change is one transaction that also raises
/// the generation of the configuration; a change that changes nothing does neither.
public interface ConfigResource<T extends ConfigItem> {
  /// All of them in name order.
  List<Versioned<T>> list();

  Optional<Versioned<T>> find(String name);

  /// `Accepted`, `Invalid` or `Exists`.
  ChangeOutcome<T> create(T item);

  /// `Accepted`, `Invalid`, `Stale` or `Missing`.
  ///
  /// @param version the one that the change was made from
  ChangeOutcome<T> replace(T item, long version);

  /// `Removed`, `InUse`, `Stale` or `Missing`.
  ChangeOutcome<T> remove(String name, long version);
}
