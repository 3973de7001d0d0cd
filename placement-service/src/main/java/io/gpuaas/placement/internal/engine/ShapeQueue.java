package io.gpuaas.placement.internal.engine;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// The waiting jobs of one shape, in queue order. Never empty inside a world.
record ShapeQueue(Shape shape, SortedTree<Waiter> waiters) {
  static final Comparator<ShapeQueue> BY_KEY = (a, b) -> a.shape.key.compareTo(b.shape.key);

  static @Nullable ShapeQueue find(SortedTree<ShapeQueue> tree, Shape.Key key) {
    return tree.find(it -> key.compareTo(it.shape.key));
  }

  ShapeQueue with(Waiter waiter) {
    return new ShapeQueue(shape, waiters.with(waiter, Waiter.QUEUE_ORDER));
  }

  ShapeQueue without(Waiter waiter) {
    return new ShapeQueue(shape, waiters.without(waiter, Waiter.QUEUE_ORDER));
  }
}
