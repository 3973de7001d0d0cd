package io.gpuaas.placement;

/// The read door to committed hardware and policy, used by the scheduling loop. Each change sends
/// the new generation as a PostgreSQL notification on the channel `gpuaas_inventory`.
public interface InventorySource {
  /// All of it, read in one transaction.
  Inventory load();

  /// What has changed after `generation`; 0 gives everything.
  InventoryChanges changedSince(long generation);

  /// The newest committed generation; cheap.
  long generation();
}
