package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.QueuePlace;
import java.time.Instant;
import java.util.Comparator;

/// The places of waiting jobs in the order of the policy, at one instant.
final class Places {
  private final WorldIndex index;
  private final QueueOrder order;
  private final double[] spent;

  Places(WorldIndex index, Instant now) {
    this.index = index;
    order = index.policy.order();
    spent = new double[order.countsPast() ? index.tree().projectCount() : 0];
    for (int project = 0; project < spent.length; project++) {
      spent[project] = index.spending.gpuHours(project, now);
    }
  }

  QueuePlace of(Waiter waiter) {
    double points = order.priorityWeightMilli() / 1000.0 * waiter.workload().priority();
    double hours = spent.length == 0 ? 0 : spent[waiter.project()];
    double weight = index.catalog.project(waiter.project()).fairWeightMilli() / 1000.0;
    double share = order.shareWeightMilli() / 1000.0 * hours;
    return new QueuePlace(points, hours, share == 0 ? 0 : share / weight);
  }

  /// Orders the next jobs of projects: the higher score first, then as in one queue.
  Comparator<Waiter> order() {
    return order.countsPast()
        ? Comparator.<Waiter>comparingDouble(it -> -of(it).score())
            .thenComparing(Waiter.QUEUE_ORDER)
        : Waiter.QUEUE_ORDER;
  }
}
