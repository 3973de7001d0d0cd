package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import java.util.List;

/// What brings an [Inventory] of an older generation up to date.
///
/// @param generation what it leads to; a change may be listed that is newer, and is listed again
///   next time
/// @param set nodes that are new or differ, as they are now
/// @param removed nodes that are gone
/// @param clusters all clusters, in name order
/// @param policy as it is now
public record InventoryChanges(
    long generation,
    List<Node> set,
    List<NodeRef> removed,
    List<Cluster> clusters,
    SchedulingPolicy policy) {
  public InventoryChanges {
    set = List.copyOf(set);
    removed = List.copyOf(removed);
    clusters = List.copyOf(clusters);
  }
}
