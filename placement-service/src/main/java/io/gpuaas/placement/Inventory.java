package io.gpuaas.placement;

import java.util.List;

/// All hardware and the policy it is used by, at one generation.
///
/// @param generation larger after each change of anything in it
/// @param clusters in name order
/// @param nodes in the order of their [io.gpuaas.core.NodeRef]s
public record Inventory(
    long generation, List<Cluster> clusters, List<Node> nodes, SchedulingPolicy policy) {
  public Inventory {
    clusters = List.copyOf(clusters);
    nodes = List.copyOf(nodes);
  }
}
