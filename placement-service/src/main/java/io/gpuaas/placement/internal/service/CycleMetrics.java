package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.JobEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// How long cycles take and how many decisions they make.
@Component
class CycleMetrics {
  private final MeterRegistry registry;
  private final Timer plan;
  private final Timer apply;
  private final Counter changes;

  CycleMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.plan = registry.timer("gpuaas.cycle.plan");
    this.apply = registry.timer("gpuaas.cycle.apply");
    this.changes = registry.counter("gpuaas.world.changes");
  }

  <T> T timePlan(Supplier<T> work) {
    return Objects.requireNonNull(plan.record(work));
  }

  <T> T timeApply(Supplier<T> work) {
    return Objects.requireNonNull(apply.record(work));
  }

  void taken(Batch batch) {
    changes.increment(batch.world().size());
    for (JobEvent event : batch.events()) {
      registry.counter("gpuaas.job.events", "kind", event.kind()).increment();
    }
  }
}
