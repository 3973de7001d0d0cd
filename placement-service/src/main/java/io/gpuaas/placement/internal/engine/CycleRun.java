package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.CycleBudget;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.SeenShapes;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One cycle while it runs: the state, the steps decided so far, and what was refused and why.
final class CycleRun {
  private final CycleBudget budget;
  private boolean cutShort;
  final CycleState state;
  final Placer placer;
  final Nominator nominator;
  private final Explainer explainer;
  private final List<PlanStep> steps = new ArrayList<>();
  private final SortedSet<JobId> settled = new TreeSet<>();
  private final SortedSet<JobId> reserved = new TreeSet<>();
  private final SortedMap<JobId, JobId> claimants = new TreeMap<>();
  private final SortedMap<Shape.Key, Nomination> refused = new TreeMap<>();
  private final SortedMap<Integer, Waiter> blocking = new TreeMap<>();

  CycleRun(WorldIndex index, Instant now, CycleBudget budget) {
    this.budget = budget;
    state = new CycleState(index, now);
    Packer packer = new Packer(() -> new LeastFragmentation(index.fillModel(), index.nodes()));
    placer = new Placer(state.catalog, packer, index.policy.placement());
    nominator = new Nominator(state, placer);
    explainer = new Explainer(this);
  }

  /// Runs the whole cycle, once.
  CyclePlan plan() {
    state.leaveAllEvicting();
    drain();
    for (Waiter claimant : state.claimants()) {
      if (isOpen(claimant.project())) {
        settle(claimant);
      }
    }
    if (state.index.policy.headsPerProject() == 1) {
      new HeadsCycle(this).admit();
    } else {
      new OpenCycle(this).admit();
    }
    SeenShapes seen =
        cutShort
            ? new SeenShapes(budget.seen().keys().and(new TreeSet<>(refused.keySet())))
            : SeenShapes.NONE;
    return new CyclePlan(steps, !cutShort, seen, state.again());
  }

  private void drain() {
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      if (state.catalog.project(project).stopPolicy() == Project.StopPolicy.HOLD_AND_DRAIN) {
        List<Holding> inOrder = new ArrayList<>(state.staying(project));
        inOrder.removeIf(Holding::evicting);
        inOrder.sort(Comparator.comparing(it -> it.id));
        for (Holding holding : inOrder) {
          drain(holding, PreemptionReason.PROJECT_STOPPED);
        }
      }
      for (Quota quota : state.catalog.project(project).quotas()) {
        if (quota.drainBy() != null) {
          drain(project, quota.cell(), quota.drainBy());
        }
      }
    }
  }

  private void drain(Holding holding, PreemptionReason reason) {
    steps.add(new PlanStep.Drain(holding.id, reason));
    state.leaves(holding);
  }

  /// From the date on, jobs leave until the project uses no more than it may.
  private void drain(int project, FlavorResource name, Instant date) {
    int cell = state.catalog.tree().cell(name.flavor(), name.resource());
    if (cell < 0 || !isOverLimit(project, cell)) {
      return;
    }
    if (date.isAfter(state.now)) {
      state.repeatAt(date);
      return;
    }
    List<Holding> inOrder = new ArrayList<>(state.staying(project));
    inOrder.removeIf(it -> it.evicting() || it.cells.of(cell) + it.cells.partsOf(cell) == 0);
    inOrder.sort(VictimOrder.of(state.index, state.now));
    for (Holding holding : inOrder) {
      if (!isOverLimit(project, cell)) {
        return;
      }
      drain(holding, PreemptionReason.QUOTA_CUT);
    }
  }

  private boolean isOverLimit(int project, int cell) {
    QuotaUsage usage = state.usage();
    return usage.available(project, cell) < 0
        && usage.used(project, cell) > usage.tree().nominal(project, cell);
  }

  /// A job that room is being cleared for starts or gets the room reserved, before all others. Only
  /// if that is no longer enough it takes its turn as the others do.
  private void settle(Waiter claimant) {
    Nomination nomination = nominator.nominate(claimant);
    boolean fits = nomination.assignment().mode.compareTo(Mode.DEFERRED) >= 0;
    boolean borrows = nomination.assignment().borrowLevel > 0 && claimant.shape().mayShrink();
    if (!fits || borrows) {
      Nomination cleared = nominator.clearedFor(claimant);
      nomination = cleared == null ? nomination : cleared;
    }
    switch (nomination.assignment().mode) {
      case FIT -> {
        admit(nomination);
        settled.add(claimant.id());
      }
      case DEFERRED -> {
        reserve(nomination);
        settled.add(claimant.id());
      }
      case NO_FIT, NO_CANDIDATES, PREEMPT, RECLAIM -> {}
    }
  }

  /// Whether an earlier cycle has refused the shape, and has others to look at first.
  boolean isSeen(Shape shape) {
    return budget.seen().keys().has(shape);
  }

  /// Whether the cycle has to end before the next decision.
  boolean isSpent() {
    cutShort |= budget.spent().getAsBoolean();
    return cutShort;
  }

  boolean isOpen(int project) {
    return state.catalog.project(project).stopPolicy() == Project.StopPolicy.NONE
        && state.catalog.tree().isActive(project);
  }

  boolean isStrict(int project) {
    return state.catalog.project(project).queueingStrategy()
        == Project.QueueingStrategy.STRICT_FIFO;
  }

  /// Whether it was decided on before all others, as a claimant.
  boolean isSettled(Waiter waiter) {
    return !settled.isEmpty() && settled.contains(waiter.id());
  }

  /// Whether room is being cleared for the job.
  boolean isReserved(JobId job) {
    return reserved.contains(job);
  }

  /// Whether this cycle evicts the job for `claimant`.
  boolean isVictimOf(Holding holding, JobId claimant) {
    return claimant.equals(claimants.get(holding.id));
  }

  /// The project's first job that is not settled yet; null when there is none or it is stopped.
  @Nullable Waiter head(int project) {
    if (!isOpen(project)) {
      return null;
    }
    ProjectCursor cursor = new ProjectCursor(project, state.index.queues.get(project));
    Waiter head = cursor.peek();
    while (head != null && isSettled(head)) {
      cursor.skip();
      head = cursor.peek();
    }
    return head;
  }

  void admit(Nomination nomination) {
    Assignment assignment = nomination.assignment();
    Waiter waiter = nomination.waiter();
    steps.add(
        new PlanStep.Admit(
            waiter.id(),
            assignment.toAssignments(state.catalog),
            assignment.usage.borrowed(state.usage(), waiter.project())));
    state.admit(assignment);
  }

  /// The job gets the room of those that are leaving already.
  void reserve(Nomination nomination) {
    state.reserve(nomination.assignment());
    reserved.add(nomination.waiter().id());
  }

  void preempt(Nomination nomination) {
    JobId claimant = nomination.waiter().id();
    for (Victim victim : nomination.victims()) {
      steps.add(new PlanStep.Preempt(victim.holding().id, claimant, victim.reason()));
      claimants.put(victim.holding().id, claimant);
      state.leaves(victim.holding());
    }
    reserve(nomination);
  }

  /// Gives whether the job was rejected for ever.
  boolean refuse(Nomination nomination) {
    Waiter waiter = nomination.waiter();
    refused.put(waiter.shape().key, nomination);
    boolean forEver = Reasons.isForEver(nomination.assignment());
    if (forEver) {
      steps.add(new PlanStep.Reject(waiter.id(), explainer.of(waiter, nomination.assignment())));
    }
    return forEver;
  }

  /// No later job of the project may pass this one.
  void block(Waiter waiter) {
    blocking.put(waiter.project(), waiter);
  }

  /// Why the job waits, once the plan is made.
  List<WaitReason> reasons(Waiter waiter) {
    return explainer.reasons(waiter);
  }

  /// The same for all waiting jobs, also those that the plan admits.
  SortedMap<JobId, List<WaitReason>> allReasons() {
    SortedMap<JobId, List<WaitReason>> result = new TreeMap<>();
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      explainer.reasons(project, (job, reasons) -> result.put(job, reasons));
    }
    if (result.size() < state.index.waiters.size()) {
      for (Waiter waiter : state.index.waiters.values()) {
        result.computeIfAbsent(waiter.id(), _ -> explainer.reasons(waiter));
      }
    }
    return result;
  }

  /// What the shape was last refused with, null when it was not.
  @Nullable Nomination refusal(Shape shape) {
    return refused.get(shape.key);
  }

  /// Single changes that would let a refused job start, by name, the smallest first.
  SequencedMap<String, String> changes(Waiter waiter) {
    Nomination refusal = refusal(waiter.shape());
    return refusal == null || Patience.isReasonOf(refusal.assignment())
        ? new LinkedHashMap<>()
        : new Remedies(state, placer, waiter, refusal.assignment()).find();
  }

  @Nullable Waiter blocking(int project) {
    return blocking.get(project);
  }
}
