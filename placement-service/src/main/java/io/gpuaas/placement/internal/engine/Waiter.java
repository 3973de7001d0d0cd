package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.Workload;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A waiting job.
record Waiter(Workload workload, Shape shape, int hash) {
  /// The order in a queue: higher priority, then earlier, then lower id.
  static final Comparator<Waiter> QUEUE_ORDER = Waiter::compareInQueue;

  /// A total order for look-up: by the hash of the id, then the id.
  static final Comparator<Waiter> BY_HASH = (a, b) -> sideOf(a.hash, a.id(), b);

  static Waiter of(Workload workload, Shape shape) {
    return new Waiter(workload, shape, workload.id().value().hashCode());
  }

  private static int compareInQueue(Waiter a, Waiter b) {
    int compared = Integer.compare(b.workload.priority(), a.workload.priority());
    if (compared == 0) {
      compared = a.workload.queuedAt().compareTo(b.workload.queuedAt());
    }
    return compared != 0 ? compared : a.id().compareTo(b.id());
  }

  private static int sideOf(int hash, JobId id, Waiter of) {
    return hash != of.hash ? Integer.compare(hash, of.hash) : id.compareTo(of.id());
  }

  /// The waiter of the job in a tree by hash, or null.
  static @Nullable Waiter find(SortedTree<Waiter> tree, JobId job) {
    int hash = job.value().hashCode();
    return tree.find(it -> sideOf(hash, job, it));
  }

  JobId id() {
    return workload.id();
  }

  int project() {
    return shape.project;
  }
}
