package io.gpuaas.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hardware to be made known in one go.
///
/// @param policy null to leave it as it is
public record InventoryDocument(
    List<Cluster> clusters, List<Node> nodes, @Nullable SchedulingPolicy policy) {
  public InventoryDocument {
    clusters = List.copyOf(clusters);
    nodes = List.copyOf(nodes);
  }
}
