package io.gpuaas.accounting;

/// What a run was doing while it held its GPUs. Every moment from bind to release has exactly one.
public enum UsageMeter {
  /// Bound, not all pods running yet.
  SETUP,
  /// All pods running.
  RUN,
  /// After the platform's notice to stop, until the processes have ended.
  GRACE,
  /// The room is not free yet: processes ended, or the user stopped the run.
  TEARDOWN,
  /// Held, not billed: lost to a fault of the platform, or the run never started.
  NONBILLABLE
}
