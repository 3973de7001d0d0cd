package io.gpuaas.placement.internal.engine;

/// How well an assignment would do, worst first.
enum Mode {
  /// Not with any victims.
  NO_FIT,
  /// Somebody would have to go, but nobody may be taken.
  NO_CANDIDATES,
  /// With victims, of the own project at least in part.
  PREEMPT,
  /// With victims of other projects only.
  RECLAIM,
  /// Once those that are being evicted are gone.
  DEFERRED,
  /// Now.
  FIT
}
