package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.quota.Project;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A cycle that may look at each waiting job.
///
/// Is equivalent to: of the projects' next jobs take the one that goes first (those that stay
/// within nominal quota, then higher priority, then earlier, then lower id), decide on it with the
/// state as the decisions before have left it, and go on until no project has a next job. A job
/// that does not fit closes its project when that is strictly first in, first out. Differs for
/// speed in: once a job is refused, all jobs of its shape are.
final class OpenCycle {
  private final CycleState state;
  private final FlavorAssigner assigner;
  private final List<PlanStep> steps = new ArrayList<>();
  private final SortedMap<Shape.Key, Assignment> refused = new TreeMap<>();
  private final SortedSet<JobId> decided = new TreeSet<>();
  private final SortedMap<Integer, Waiter> blocked = new TreeMap<>();

  OpenCycle(WorldIndex index, Instant now) {
    state = new CycleState(index, now);
    Placer placer = new Placer(state.catalog, new Packer(index.policy.placement()));
    assigner =
        new FlavorAssigner(
            state, placer, (_, _, _) -> new FlavorAssigner.Outlook(Mode.NO_CANDIDATES, 0));
  }

  CyclePlan plan() {
    drain();
    state.leaveAllEvicting();
    for (Waiter claimant : state.claimants()) {
      if (isOpen(claimant.project())) {
        decide(claimant);
        decided.add(claimant.id());
      }
    }
    admitInOrder();
    return new CyclePlan(steps, true);
  }

  /// Why each waiting job waits, once [#plan] has run. Jobs that it admits are left out.
  SortedMap<JobId, List<WaitReason>> reasons() {
    SortedMap<JobId, List<WaitReason>> result = new TreeMap<>();
    SortedSet<JobId> handled = new TreeSet<>();
    steps.stream().filter(it -> it instanceof PlanStep.Admit).forEach(it -> handled.add(it.job()));
    for (Waiter waiter : state.index.waiters.values()) {
      if (!handled.contains(waiter.id())) {
        result.put(waiter.id(), reasons(waiter));
      }
    }
    return result;
  }

  List<WaitReason> reasons(Waiter waiter) {
    if (waiter.project() < 0) {
      return List.of(Reasons.plain("NoMatchingFlavor", "The project does not exist."));
    }
    if (!isOpen(waiter.project())) {
      return List.of(Reasons.plain("ProjectStopped", "The project admits no jobs."));
    }
    Assignment assignment = refused.get(waiter.shape().key);
    if (assignment != null) {
      return Reasons.of(state.catalog, waiter, assignment);
    }
    Waiter before = blocked.get(waiter.project());
    if (before != null) {
      String text =
          "Job %s is before it in a queue that is strictly first in, first out."
              .formatted(before.id());
      return List.of(Reasons.plain("BehindInQueue", text));
    }
    return List.of(
        Reasons.plain("WaitingForPreemptedJobs", "Jobs are stopping to make room for it."));
  }

  private void drain() {
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      if (state.catalog.project(project).stopPolicy() == Project.StopPolicy.HOLD_AND_DRAIN) {
        for (Holding holding : state.index.heldByProject.get(project).values()) {
          if (!holding.evicting()) {
            steps.add(new PlanStep.Drain(holding.id));
            state.leaves(holding);
          }
        }
      }
    }
  }

  private boolean isOpen(int project) {
    return state.catalog.project(project).stopPolicy() == Project.StopPolicy.NONE
        && state.catalog.tree().isActive(project);
  }

  private void admitInOrder() {
    PriorityQueue<Entry> queue = new PriorityQueue<>(Entry.ORDER);
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      if (isOpen(project)) {
        enter(queue, new ProjectCursor(project, state.index.queues.get(project)));
      }
    }
    for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
      boolean borrows = borrows(entry.head);
      if (borrows && !entry.borrows) {
        queue.add(new Entry(entry.cursor, entry.head, true));
      } else if (decideNext(entry)) {
        enter(queue, entry.cursor);
      }
    }
  }

  private void enter(PriorityQueue<Entry> queue, ProjectCursor cursor) {
    Waiter head = cursor.peek();
    if (head != null) {
      queue.add(new Entry(cursor, head, borrows(head)));
    }
  }

  private boolean borrows(Waiter waiter) {
    return waiter.shape().firstChoice().borrows(state.usage(), waiter.project());
  }

  /// False when the project is closed for this cycle.
  private boolean decideNext(Entry entry) {
    if (decided.contains(entry.head.id())) {
      entry.cursor.skip();
      return true;
    }
    Shape shape = entry.head.shape();
    Mode mode = decide(entry.head);
    if (mode == Mode.FIT || mode == Mode.DEFERRED) {
      entry.cursor.skip();
      return true;
    }
    boolean strict =
        state.catalog.project(shape.project).queueingStrategy()
            == Project.QueueingStrategy.STRICT_FIFO;
    boolean rejected = steps.size() > 0 && steps.getLast().job().equals(entry.head.id());
    if (strict && !rejected) {
      blocked.put(shape.project, entry.head);
      return false;
    }
    if (rejected) {
      entry.cursor.skip();
    } else {
      entry.cursor.skipShape();
    }
    return true;
  }

  private Mode decide(Waiter waiter) {
    Assignment assignment = assigner.assign(waiter.shape(), waiter.shape().fullCounts());
    switch (assignment.mode) {
      case FIT -> {
        steps.add(
            new PlanStep.Admit(
                waiter.id(),
                assignment.toAssignments(state.catalog),
                assignment.usage.borrowed(state.usage(), waiter.project())));
        state.admit(assignment);
      }
      case DEFERRED -> state.reserve(assignment);
      case NO_FIT, NO_CANDIDATES, PREEMPT, RECLAIM -> {
        refused.put(waiter.shape().key, assignment);
        if (Reasons.isForEver(assignment)) {
          steps.add(
              new PlanStep.Reject(waiter.id(), Reasons.of(state.catalog, waiter, assignment)));
        }
      }
    }
    return assignment.mode;
  }

  /// A project's next job.
  private record Entry(ProjectCursor cursor, Waiter head, boolean borrows) {
    static final Comparator<Entry> ORDER =
        Comparator.<Entry, Boolean>comparing(it -> it.borrows)
            .thenComparing(it -> it.head, Waiter.QUEUE_ORDER);
  }
}
