package io.gpuaas.placement.internal.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/// A cycle that may look at each waiting job.
///
/// Is equivalent to: of the projects' next jobs take the one that goes first (those that stay
/// within nominal quota, then higher priority, then earlier, then lower id), decide on it with the
/// state as the decisions before have left it, and go on until no project has a next job. A job
/// that does not fit closes its project when that is strictly first in, first out. Differs for
/// speed in: once a job is refused, all jobs of its shape are.
final class OpenCycle {
  private final CycleRun run;

  OpenCycle(CycleRun run) {
    this.run = run;
  }

  void admit() {
    PriorityQueue<Entry> queue = new PriorityQueue<>(Entry.ORDER);
    for (int project = 0; project < run.state.catalog.tree().projectCount(); project++) {
      if (run.isOpen(project)) {
        enter(queue, new ProjectCursor(project, run.state.index.queues.get(project)));
      }
    }
    for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
      boolean borrows = borrows(entry.head);
      if (borrows && !entry.borrows) {
        queue.add(new Entry(entry.cursor, entry.head, true));
      } else if (decide(entry)) {
        enter(queue, entry.cursor);
      }
    }
  }

  private void enter(PriorityQueue<Entry> queue, ProjectCursor cursor) {
    Waiter head = cursor.peek();
    while (head != null && run.isSettled(head)) {
      cursor.skip();
      head = cursor.peek();
    }
    if (head != null) {
      queue.add(new Entry(cursor, head, borrows(head)));
    }
  }

  private boolean borrows(Waiter waiter) {
    return waiter.shape().firstChoice.borrows(run.state.usage(), waiter.project());
  }

  /// False when the project is closed for this cycle.
  private boolean decide(Entry entry) {
    Nomination nomination = run.nominator.nominate(entry.head);
    switch (nomination.assignment().mode) {
      case FIT -> run.admit(nomination);
      case DEFERRED -> run.reserve(nomination);
      case NO_FIT, NO_CANDIDATES, PREEMPT, RECLAIM -> {
        if (nomination.victims().isEmpty()) {
          return refuse(entry, nomination);
        }
        run.preempt(nomination);
      }
    }
    entry.cursor.skip();
    return true;
  }

  private boolean refuse(Entry entry, Nomination nomination) {
    if (run.refuse(nomination)) {
      entry.cursor.skip();
      return true;
    }
    if (run.isStrict(entry.head.project())) {
      run.block(entry.head);
      return false;
    }
    entry.cursor.skipShape();
    return true;
  }

  /// A project's next job.
  private record Entry(ProjectCursor cursor, Waiter head, boolean borrows) {
    static final Comparator<Entry> ORDER =
        (a, b) ->
            a.borrows == b.borrows
                ? Waiter.QUEUE_ORDER.compare(a.head, b.head)
                : Boolean.compare(a.borrows, b.borrows);
  }
}
