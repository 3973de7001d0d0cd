package io.gpuaas.cluster.internal.manifest;

import java.util.Collections;
import java.util.SortedMap;

/// Labels of a cluster's nodes, by name; none of a node that is not known.
@FunctionalInterface
public interface NodeLabels {
  /// Of a cluster whose nodes are not known.
  NodeLabels UNKNOWN = node -> Collections.emptySortedMap();

  SortedMap<String, String> of(String node);
}
