package io.gpuaas.quota;

import io.gpuaas.core.Fault;
import java.util.List;

/// A port: another module's say before an item is removed, for example that a project has jobs.
/// Called in the transaction of the removal.
public interface RemovalGuard {
  /// Why the item cannot go; empty when it may.
  List<Fault> uses(ConfigKey key);
}
