package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import org.jspecify.annotations.Nullable;

/// How busy the GPUs of a run were in an hour.
///
/// @param percent mean of what its pods measured
/// @param idle whether all of them were measured in each step, and none was as busy as `IDLE_BELOW`
record BusyHour(int percent, boolean idle) {
  /// In per cent.
  static final int IDLE_BELOW = 5;

  /// Null when nobody measured.
  ///
  /// @param steps that the hour has
  static @Nullable BusyHour of(RunUse use, int steps) {
    long samples = 0;
    long sum = 0;
    boolean idle = true;
    for (PodUse pod : use.pods()) {
      idle = idle && pod.samples().size() >= steps;
      for (Sample sample : pod.samples()) {
        samples++;
        sum += sample.gpuPercent();
        idle = idle && sample.gpuPercent() < IDLE_BELOW;
      }
    }
    return use.measured() && samples > 0 ? new BusyHour((int) (sum / samples), idle) : null;
  }
}
