package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.Workload;
import java.util.Comparator;

/// A waiting job.
record Waiter(Workload workload, Shape shape) {
  /// The order in a queue: higher priority, then earlier, then lower id.
  static final Comparator<Waiter> QUEUE_ORDER =
      Comparator.<Waiter>comparingInt(it -> -it.priorityForOrder())
          .thenComparing(it -> it.workload.queuedAt())
          .thenComparing(Waiter::id);

  static final Comparator<Waiter> BY_ID = Comparator.comparing(Waiter::id);

  private int priorityForOrder() {
    return Math.max(workload.priority(), -Integer.MAX_VALUE);
  }

  JobId id() {
    return workload.id();
  }

  int project() {
    return shape.project;
  }
}
