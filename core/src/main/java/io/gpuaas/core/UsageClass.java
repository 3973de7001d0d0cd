package io.gpuaas.core;

/// On whose account a GPU is held. Decided when a run is bound and cut anew when it changes.
public enum UsageClass {
  /// Inside the project's nominal quota.
  NOMINAL,
  /// Above it, lent by others, and reclaimable.
  BORROWED,
  /// Inside a commitment.
  RESERVED,
  /// Of the lowest weight: only what nobody wants.
  SPOT,
  /// The platform's own use.
  INTERNAL
}
