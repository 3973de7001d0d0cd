package io.gpuaas.placement;

/// A waiting job's place among the others, taken apart into the terms of its [QueueOrder].
///
/// @param priorityPoints what its priority gives
/// @param spentGpuHours decayed GPU-hours over quota of its project
/// @param sharePoints what they take off; infinite for a project of weight 0 that has some
public record QueuePlace(double priorityPoints, double spentGpuHours, double sharePoints) {
  public double score() {
    return priorityPoints - sharePoints;
  }
}
