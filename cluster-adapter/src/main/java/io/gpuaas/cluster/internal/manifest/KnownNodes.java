package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Taint;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/// What is known of a cluster's nodes, by name; nothing of a node that is not known.
@FunctionalInterface
public interface KnownNodes {
  /// Of a cluster whose nodes are not known.
  KnownNodes NONE = node -> Collections.emptySortedMap();

  SortedMap<String, String> labels(String node);

  default List<Taint> taints(String node) {
    return List.of();
  }
}
