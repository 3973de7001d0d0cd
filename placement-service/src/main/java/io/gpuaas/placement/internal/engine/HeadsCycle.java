package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.Amount;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cycle that looks at the first job of each project alone, as Kueue's does.
///
/// All heads are nominated on the same state; then they are taken in order, and one that no longer
/// fits after those before it is left for the next cycle.
final class HeadsCycle {
  private final CycleRun run;
  private final CycleState state;

  HeadsCycle(CycleRun run) {
    this.run = run;
    state = run.state;
  }

  void admit() {
    List<Nomination> entries = new ArrayList<>();
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      Waiter head = run.head(project);
      if (head != null) {
        entries.add(run.nominator.nominate(head));
      }
    }
    if (state.index.policy.fairSharing()) {
      admitFairly(entries);
    } else {
      entries.sort(
          Comparator.<Nomination>comparingInt(it -> it.assignment().borrowLevel)
              .thenComparing(Nomination::waiter, new Places(state.index, state.now).order()));
      entries.forEach(this::process);
    }
  }

  private void admitFairly(List<Nomination> entries) {
    SortedMap<Integer, Nomination> byProject = new TreeMap<>();
    FairTournament tournament = new FairTournament(state::usage);
    for (Nomination entry : entries) {
      byProject.put(entry.waiter().project(), entry);
      tournament.add(entry.waiter(), entry.assignment().usage);
    }
    for (Waiter head = tournament.next(); head != null; head = tournament.next()) {
      Nomination entry = byProject.get(head.project());
      if (entry != null) {
        process(entry);
      }
      tournament.changedAnywhere();
    }
  }

  private void process(Nomination nominated) {
    Nomination entry = nominated;
    if (entry.isUseful() && !holdsGood(entry)) {
      entry = run.nominator.again(entry);
    }
    switch (entry.assignment().mode) {
      case NO_FIT -> run.refuse(entry);
      case FIT -> {
        if (isFree(entry)) {
          run.admit(entry);
        } else {
          run.refuse(entry);
        }
      }
      case DEFERRED -> run.reserve(entry);
      case NO_CANDIDATES, PREEMPT, RECLAIM -> preempt(entry);
    }
  }

  private void preempt(Nomination entry) {
    if (entry.victims().isEmpty()) {
      reserveCapacity(entry);
      run.refuse(entry);
    } else if (overlaps(entry) || !run.nominator.stillFits(entry)) {
      run.refuse(entry);
    } else {
      run.preempt(entry);
    }
  }

  private boolean overlaps(Nomination entry) {
    return entry.victims().stream().anyMatch(it -> state.isGone(it.holding()));
  }

  /// False when it shares victims with an earlier one, or only its nodes have been taken: then it
  /// is worth to be nominated again.
  private boolean holdsGood(Nomination entry) {
    if (overlaps(entry)) {
      return false;
    }
    boolean quota = entry.assignment().usage.fits(state.usage(), entry.waiter().project());
    return entry.assignment().mode != Mode.FIT || !quota || isFree(entry);
  }

  private boolean isFree(Nomination entry) {
    Assignment assignment = entry.assignment();
    int project = entry.waiter().project();
    if (!assignment.usage.fits(state.usage(), project)
        || !assignment.usage.fits(state.usageNow(), project)) {
      return false;
    }
    Spot[] spots = assignment.spots;
    boolean fits = true;
    int taken = 0;
    for (int i = 0; spots != null && i < spots.length && fits; i++) {
      fits = spots[i].fits(state.usable(), assignment.shape.pods.get(i).perPod);
      if (fits) {
        spots[i].take(state.usable(), assignment.shape.pods.get(i).perPod);
        taken++;
      }
    }
    for (int i = 0; spots != null && i < taken; i++) {
      spots[i].give(state.usable(), assignment.shape.pods.get(i).perPod);
    }
    return fits;
  }

  /// A head that may not take all it needs back keeps what it may have from being lent on.
  private void reserveCapacity(Nomination entry) {
    int project = entry.waiter().project();
    PreemptionPolicy policy = state.catalog.project(project).preemption();
    if (policy.reclaimWithinCohort() == PreemptionPolicy.Reclaim.ANY) {
      return;
    }
    QuotaUsage usage = state.usage();
    QuotaTree tree = usage.tree();
    CellAmounts needed = entry.assignment().usage;
    CellAmounts reserved = new CellAmounts();
    for (int i = 0; i < needed.size(); i++) {
      int cell = needed.cell(i);
      long nominal = tree.nominal(project, cell);
      boolean borrows = entry.assignment().borrowLevel > 0;
      long limit = borrows ? Amount.plus(nominal, tree.borrowingLimit(project, cell)) : nominal;
      long room = Amount.minus(limit, usage.used(project, cell));
      reserved.add(cell, Math.max(0, Math.min(needed.amount(i), room)));
    }
    state.block(project, reserved);
  }
}
