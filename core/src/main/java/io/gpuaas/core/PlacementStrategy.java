package io.gpuaas.core;

/// How nodes are filled: up, evenly, or such that the pods that are expected will still fit.
public enum PlacementStrategy {
  PACK,
  SPREAD,
  LEAST_FRAGMENTATION
}
