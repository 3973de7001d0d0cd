package io.gpuaas.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hardware to be made known in one go.
///
/// @param policy null to leave it as it is
/// @param observed whether its nodes are as their cluster shows them; what people write says
///   nothing of what others hold of a node
public record InventoryDocument(
    List<Cluster> clusters, List<Node> nodes, @Nullable SchedulingPolicy policy, boolean observed) {
  public InventoryDocument {
    clusters = List.copyOf(clusters);
    nodes = List.copyOf(nodes);
  }

  /// What people want.
  public InventoryDocument(
      List<Cluster> clusters, List<Node> nodes, @Nullable SchedulingPolicy policy) {
    this(clusters, nodes, policy, false);
  }

  /// Nodes as their cluster shows them.
  public static InventoryDocument observed(List<Node> nodes) {
    return new InventoryDocument(List.of(), nodes, null, true);
  }
}
