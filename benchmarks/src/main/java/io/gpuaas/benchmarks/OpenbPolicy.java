package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;

/// Where a pod goes in the openb experiment: to the node with the highest score.
interface OpenbPolicy {
  /// How good a place is.
  ///
  /// @param device the GPU for a share, -1 for whole GPUs and CPU-only pods
  record Choice(long score, int device) {}

  /// Depends on the node and the pod alone.
  Choice assess(OpenbNode node, Pod pod);
}
