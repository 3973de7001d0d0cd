package io.gpuaas.placement.internal.engine;

import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Walks the waiting jobs of one project in queue order, and can leave out a shape at once.
final class ProjectCursor {
  private static final Comparator<ShapeCursor> ORDER =
      (a, b) -> Waiter.QUEUE_ORDER.compare(a.head, b.head);

  final int project;
  private final PriorityQueue<ShapeCursor> shapes;

  ProjectCursor(int project, SortedTree<ShapeQueue> queues) {
    this(project, queues, _ -> true);
  }

  /// Over the jobs of some shapes only.
  ProjectCursor(int project, SortedTree<ShapeQueue> queues, Predicate<Shape> wanted) {
    this.project = project;
    shapes = new PriorityQueue<>(ORDER);
    for (ShapeQueue queue : queues.values()) {
      if (wanted.test(queue.shape())) {
        shapes.add(new ShapeCursor(queue.waiters().values().iterator()));
      }
    }
  }

  /// The next job, null at the end.
  @Nullable Waiter peek() {
    ShapeCursor first = shapes.peek();
    return first == null ? null : first.head;
  }

  /// Goes past the next job.
  void skip() {
    ShapeCursor first = shapes.poll();
    if (first != null && first.rest.hasNext()) {
      first.head = first.rest.next();
      shapes.add(first);
    }
  }

  /// Goes past all jobs of the shape of the next one.
  void skipShape() {
    shapes.poll();
  }

  private static final class ShapeCursor {
    private final Iterator<Waiter> rest;
    private Waiter head;

    ShapeCursor(Iterator<Waiter> waiters) {
      rest = waiters;
      head = rest.next();
    }
  }
}
