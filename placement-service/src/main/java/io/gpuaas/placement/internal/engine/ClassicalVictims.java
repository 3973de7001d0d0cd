package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.internal.engine.Candidates.Candidate;
import io.gpuaas.placement.internal.engine.Candidates.Right;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Victims by the classical rules: candidates go in a fixed order until the job fits, then those
/// that turn out not to be needed are given back. The result is minimal by inclusion.
///
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/1337-preempt-within-cohort-while-borrowing">
///   KEP-1337</a>
final class ClassicalVictims {
  private final CycleState state;
  private final Removal removal;

  ClassicalVictims(CycleState state, Removal removal) {
    this.state = state;
    this.removal = removal;
  }

  /// The victims, none when no legal set of them would do. Leaves the state as it was.
  List<Victim> find(Want want, Candidates candidates, Comparator<Holding> order) {
    List<Candidate> ordered = candidates.ordered(order);
    for (boolean mayBorrow : attempts(want, candidates)) {
      List<Candidate> taken = attempt(want, candidates, ordered, mayBorrow);
      if (!taken.isEmpty()) {
        return taken.stream().map(Candidate::toVictim).toList();
      }
    }
    return List.of();
  }

  /// Whether the job may end up borrowing, in the order to be tried.
  boolean[] attempts(Want want, Candidates candidates) {
    PreemptionPolicy policy = state.catalog.project(want.project()).preemption();
    boolean never = policy.borrowWithinCohort() == PreemptionPolicy.Borrow.NEVER;
    if (!candidates.hasOthers || (never && usesAllNominal(want))) {
      return new boolean[] {true};
    }
    if (never && !candidates.hasHierarchical) {
      return new boolean[] {false, true};
    }
    return new boolean[] {true, false};
  }

  private boolean usesAllNominal(Want want) {
    QuotaUsage usage = state.usage();
    CellAmounts contested = want.contested();
    for (int i = 0; i < contested.size(); i++) {
      long nominal = usage.tree().nominal(want.project(), contested.cell(i));
      if (usage.used(want.project(), contested.cell(i)) >= nominal) {
        return true;
      }
    }
    return false;
  }

  private List<Candidate> attempt(
      Want want, Candidates candidates, List<Candidate> ordered, boolean mayBorrow) {
    List<Candidate> taken = new ArrayList<>();
    boolean fits = false;
    for (Candidate candidate : ordered) {
      boolean tooDear = mayBorrow && candidate.right() == Right.RECLAIM_WITHOUT_BORROWING;
      if (!tooDear && candidates.isValid(candidate)) {
        removal.remove(candidate.holding());
        taken.add(candidate);
        if (removal.fits(want, mayBorrow)) {
          fits = true;
          break;
        }
      }
    }
    if (fits) {
      giveBack(want, taken, mayBorrow);
    }
    taken.forEach(it -> removal.putBack(it.holding()));
    return fits ? taken : List.of();
  }

  /// Gives back all that are not needed, the last taken first; the very last is needed.
  void giveBack(Want want, List<Candidate> taken, boolean mayBorrow) {
    for (int i = taken.size() - 2; i >= 0; i--) {
      Candidate candidate = taken.get(i);
      removal.putBack(candidate.holding());
      if (removal.fits(want, mayBorrow)) {
        taken.set(i, taken.getLast());
        taken.removeLast();
      } else {
        removal.remove(candidate.holding());
      }
    }
  }
}
