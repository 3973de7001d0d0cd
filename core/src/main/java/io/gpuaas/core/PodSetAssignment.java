package io.gpuaas.core;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where one pod set was put: a flavor for each resource and pods on nodes.
///
/// @param flavors flavor by resource name
/// @param nodes pods per node in rank order; empty when only quota was decided
public record PodSetAssignment(
    String podSet, int count, SortedMap<String, String> flavors, List<NodeShare> nodes) {

  /// `count` pods on `node`.
  ///
  /// @param devices index of each pod's GPU where it has part of one (a fraction, a MIG instance),
  ///   and of all of its GPUs, pod by pod, on a machine that says which NUMA nodes it has; else
  ///   empty
  /// @param starts first memory slice of each pod's MIG instance; empty for other pods
  public record NodeShare(NodeRef node, int count, List<Integer> devices, List<Integer> starts) {
    /// Stored shares that are older than `starts` lack it.
    public NodeShare(
        NodeRef node, int count, List<Integer> devices, @Nullable List<Integer> starts) {
      this.node = node;
      this.count = count;
      this.devices = List.copyOf(devices);
      this.starts = starts == null ? List.of() : List.copyOf(starts);
    }

    public NodeShare(NodeRef node, int count) {
      this(node, count, List.of(), List.of());
    }
  }

  public PodSetAssignment {
    flavors = Collections.unmodifiableSortedMap(new TreeMap<>(flavors));
    nodes = List.copyOf(nodes);
  }
}
