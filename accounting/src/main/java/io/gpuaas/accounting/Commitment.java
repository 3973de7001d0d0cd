package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.time.Instant;

/// GPUs that a project has reserved during `[from, to)`: charged whether used or not. What it uses
/// of them is credited at what the usage was charged.
///
/// @param priceMicros millionths of the currency for one GPU-hour
/// @param to the agreed end, or the earlier one that was agreed later
public record Commitment(
    String id,
    String project,
    String pool,
    String model,
    long milliGpus,
    long priceMicros,
    Instant from,
    Instant to,
    String author) {
  public Commitment {
    if (milliGpus <= 0 || priceMicros < 0 || to.isBefore(from)) {
      throw new IllegalArgumentException(
          "Commitment %s must reserve something (%d mGPU) at a price (%d) from %s to %s."
              .formatted(id, milliGpus, priceMicros, from, to));
    }
  }

  /// What is reserved in `[start, end)`.
  public GpuTime reserved(Instant start, Instant end) {
    Instant begin = from.isAfter(start) ? from : start;
    Instant over = to.isBefore(end) ? to : end;
    return begin.isBefore(over)
        ? GpuTime.of(milliGpus, over.toEpochMilli() - begin.toEpochMilli())
        : GpuTime.ZERO;
  }
}
