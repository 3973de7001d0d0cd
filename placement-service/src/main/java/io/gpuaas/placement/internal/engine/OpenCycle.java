package io.gpuaas.placement.internal.engine;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A cycle that may look at each waiting job.
///
/// Is equivalent to: of the projects' next jobs take the one that goes first (those that stay
/// within nominal quota, then by the policy's order of queues), decide on it with the state as the
/// decisions before have left it, and go on until no project has a next job. A job that does not
/// fit closes its project when that is strictly first in, first out. Differs for speed in: once a
/// job is refused, all jobs of its shape are.
final class OpenCycle {
  private final CycleRun run;

  /// Whether the last decision touched more than what its own project uses now.
  private boolean movedOthers;

  OpenCycle(CycleRun run) {
    this.run = run;
  }

  void admit() {
    if (run.state.index.policy.fairSharing()) {
      admitFairly();
    } else {
      admitInOrder();
    }
  }

  /// Without what cycles that were cut short have refused. Where nobody may pass it, without all.
  private ProjectCursor cursor(int project) {
    SortedTree<ShapeQueue> queues = run.state.index.queues.get(project);
    ProjectCursor all = new ProjectCursor(project, queues, _ -> true);
    Waiter head = all.peek();
    if (head != null && run.isStrict(project)) {
      boolean closed = run.isSeen(head.shape());
      return closed ? new ProjectCursor(project, queues, _ -> false) : all;
    }
    return new ProjectCursor(project, queues, shape -> !run.isSeen(shape));
  }

  /// As [#admitInOrder], but the next job is found by tournament.
  private void admitFairly() {
    SortedMap<Integer, ProjectCursor> cursors = new TreeMap<>();
    FairTournament tournament = new FairTournament(run.state::usage);
    for (int project = 0; project < run.state.catalog.tree().projectCount(); project++) {
      if (run.isOpen(project)) {
        ProjectCursor cursor = cursor(project);
        cursors.put(project, cursor);
        enter(tournament, cursor);
      }
    }
    for (Waiter head = next(tournament); head != null; head = next(tournament)) {
      ProjectCursor cursor = cursors.get(head.project());
      if (cursor != null) {
        boolean open = decide(new Entry(cursor, head, false));
        if (movedOthers) {
          tournament.changedAnywhere();
        } else {
          tournament.changed(head.project());
        }
        if (open) {
          enter(tournament, cursor);
        }
      }
    }
  }

  private @Nullable Waiter next(FairTournament tournament) {
    return run.isSpent() ? null : tournament.next();
  }

  private void enter(FairTournament tournament, ProjectCursor cursor) {
    Waiter head = unsettled(cursor);
    if (head != null) {
      tournament.add(head, head.shape().firstChoice);
    }
  }

  private void admitInOrder() {
    Comparator<Waiter> places = new Places(run.state.index, run.state.now).order();
    PriorityQueue<Entry> queue =
        new PriorityQueue<>(
            (a, b) ->
                a.borrows == b.borrows
                    ? places.compare(a.head, b.head)
                    : Boolean.compare(a.borrows, b.borrows));
    for (int project = 0; project < run.state.catalog.tree().projectCount(); project++) {
      if (run.isOpen(project)) {
        enter(queue, cursor(project));
      }
    }
    for (Entry entry = queue.poll(); entry != null && !run.isSpent(); entry = queue.poll()) {
      boolean borrows = borrows(entry.head);
      if (borrows && !entry.borrows) {
        queue.add(new Entry(entry.cursor, entry.head, true));
      } else {
        boolean open = decide(entry);
        if (movedOthers) {
          lookAgain(queue);
        }
        if (open) {
          enter(queue, entry.cursor);
        }
      }
    }
  }

  /// Whoever would have borrowed may not need to, now that others go.
  private void lookAgain(PriorityQueue<Entry> queue) {
    List<Entry> borrowers = queue.stream().filter(Entry::borrows).toList();
    queue.removeIf(Entry::borrows);
    borrowers.forEach(it -> queue.add(new Entry(it.cursor, it.head, borrows(it.head))));
  }

  private void enter(PriorityQueue<Entry> queue, ProjectCursor cursor) {
    Waiter head = unsettled(cursor);
    if (head != null) {
      queue.add(new Entry(cursor, head, borrows(head)));
    }
  }

  private @Nullable Waiter unsettled(ProjectCursor cursor) {
    Waiter head = cursor.peek();
    while (head != null && run.isSettled(head)) {
      cursor.skip();
      head = cursor.peek();
    }
    return head;
  }

  private boolean borrows(Waiter waiter) {
    return waiter.shape().firstChoice.borrows(run.state.usage(), waiter.project());
  }

  /// False when the project is closed for this cycle.
  private boolean decide(Entry entry) {
    Nomination nomination = run.nominator.nominate(entry.head);
    movedOthers = false;
    switch (nomination.assignment().mode) {
      case FIT -> run.admit(nomination);
      case DEFERRED -> {
        run.reserve(nomination);
        movedOthers = true;
      }
      case NO_FIT, NO_CANDIDATES, PREEMPT, RECLAIM -> {
        if (nomination.victims().isEmpty()) {
          return refuse(entry, nomination);
        }
        run.preempt(nomination);
        movedOthers = true;
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
  private record Entry(ProjectCursor cursor, Waiter head, boolean borrows) {}
}
