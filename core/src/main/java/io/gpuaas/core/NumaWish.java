package io.gpuaas.core;

/// Whether the GPUs of one pod should lie on as few NUMA nodes of its machine as can hold them.
public enum NumaWish {
  /// It does not matter.
  NONE,
  /// On as few as can hold them where that is to be had, else on more.
  PREFERRED,
  /// On as few as can hold them, on a machine that says which NUMA nodes it has, or not at all.
  REQUIRED
}
