package io.gpuaas.placement;

/// Where a run is. It holds its room from `BOUND` until `RELEASED`.
public enum RunState {
  BOUND,
  STARTED,
  STOPPING,
  /// Its processes ended; the cluster has not confirmed that nothing is left.
  ENDED,
  RELEASED
}
