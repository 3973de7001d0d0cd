package io.gpuaas.core;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where one pod set was put: a flavor for each resource and pods on nodes.
///
/// @param flavors flavor by resource name
/// @param nodes pods per node in rank order; empty when only quota was decided
public record PodSetAssignment(
    String podSet, int count, SortedMap<String, String> flavors, List<NodeShare> nodes) {

  /// `count` pods on `node`. `devices` names GPU indexes when a device was chosen (fractions, MIG),
  /// otherwise it is empty.
  public record NodeShare(NodeRef node, int count, List<Integer> devices) {
    public NodeShare {
      devices = List.copyOf(devices);
    }

    public NodeShare(NodeRef node, int count) {
      this(node, count, List.of());
    }
  }

  public PodSetAssignment {
    flavors = Collections.unmodifiableSortedMap(new TreeMap<>(flavors));
    nodes = List.copyOf(nodes);
  }
}
