package io.gpuaas.placement.internal.engine;

import java.util.Comparator;

/// The waiting jobs of one shape, in queue order. Never empty inside a world.
record ShapeQueue(Shape shape, SortedTree<Waiter> waiters) {
  static final Comparator<ShapeQueue> BY_KEY = Comparator.comparing(it -> it.shape.key);

  ShapeQueue with(Waiter waiter) {
    return new ShapeQueue(shape, waiters.with(waiter, Waiter.QUEUE_ORDER));
  }

  ShapeQueue without(Waiter waiter) {
    return new ShapeQueue(shape, waiters.without(waiter, Waiter.QUEUE_ORDER));
  }
}
