package io.gpuaas.simulator;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Figures of a whole simulation.
///
/// @param gpuAllocation GPU-time held ÷ GPU-time there was, with 4 decimals; at one instant when no
///   time has passed; null without GPUs. Without nodes the nominal quotas count as what there was
/// @param waitP50 from submission to first start, over the jobs that started; nearest rank
/// @param makespan from the start of the scenario to the last end; null when nothing ended
/// @param gpuTime by project, from bind to release
public record Metrics(
    @Nullable BigDecimal gpuAllocation,
    @Nullable Duration waitP50,
    @Nullable Duration waitP95,
    @Nullable Duration makespan,
    int preemptions,
    SortedMap<String, GpuTime> gpuTime) {
  public Metrics {
    gpuTime = Collections.unmodifiableSortedMap(new TreeMap<>(gpuTime));
  }
}
