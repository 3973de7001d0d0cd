package io.gpuaas.placement;

/// Which process of several on one database runs the scheduler; for people who ask.
public interface LeaderView {
  /// Whether this one did when it last looked: a hint, not a proof.
  boolean isLeading();
}
