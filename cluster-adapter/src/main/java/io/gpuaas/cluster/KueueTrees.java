package io.gpuaas.cluster;

import io.gpuaas.placement.Cluster;

/// Reads the quota tree that a cluster's Kueue has, whatever our backend there is.
public interface KueueTrees {
  /// As it is now.
  Answer read(Cluster cluster);

  /// What a cluster says.
  sealed interface Answer {
    record Read(KueueTree tree) implements Answer {}

    /// The cluster has no Kueue, or is none of Kubernetes.
    record None() implements Answer {}

    /// It did not answer, or does not let us look; the remedy is in its words.
    record Unreachable(String detail) implements Answer {}
  }
}
