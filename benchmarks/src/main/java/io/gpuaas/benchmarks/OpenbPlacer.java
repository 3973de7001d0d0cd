package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;

/// Places the pods of one run of the openb experiment.
interface OpenbPlacer {
  /// Places the pod, given by its number in the trace, or refuses it; gives whether it was placed.
  boolean place(int pod);

  /// Whether some node could take the pod, whatever the placer thinks of it.
  boolean fits(Pod pod);
}
