package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.RunRef;
import java.time.Instant;

/// A run held GPUs of one pool, model and class on one meter during `[from, to)`.
///
/// Half-open, whole milliseconds, UTC. The intervals of a run touch without gap or overlap from
/// bind to release.
public record UsageInterval(
    RunRef run,
    String pool,
    String model,
    UsageClass usageClass,
    UsageMeter meter,
    long milliGpus,
    Instant from,
    Instant to) {
  public UsageInterval {
    if (milliGpus <= 0 || !from.isBefore(to)) {
      throw new IllegalArgumentException(
          "An interval of run %s must hold something for a while: %d mGPU from %s to %s."
              .formatted(run.run(), milliGpus, from, to));
    }
  }

  public long millis() {
    return to.toEpochMilli() - from.toEpochMilli();
  }

  public GpuTime time() {
    return GpuTime.of(milliGpus, millis());
  }

  public UsageInterval within(Instant newFrom, Instant newTo) {
    return new UsageInterval(run, pool, model, usageClass, meter, milliGpus, newFrom, newTo);
  }
}
