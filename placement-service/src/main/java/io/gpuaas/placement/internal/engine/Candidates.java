package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Whom a job may preempt by the classical rules, in the order of eviction.
///
/// Candidates of other projects are of two kinds: outside of a subtree that by its quota could host
/// the job, which the job has a right to, and others, which depend on priorities when it borrows.
final class Candidates {
  /// By which right a candidate may be taken.
  enum Right {
    OWN_PROJECT,
    HIERARCHICAL,
    RECLAIM_WITHOUT_BORROWING,
    RECLAIM_WHILE_BORROWING;

    PreemptionReason reason() {
      return switch (this) {
        case OWN_PROJECT -> PreemptionReason.IN_PROJECT;
        case HIERARCHICAL, RECLAIM_WITHOUT_BORROWING -> PreemptionReason.IN_COHORT_RECLAMATION;
        case RECLAIM_WHILE_BORROWING -> PreemptionReason.IN_COHORT_RECLAIM_WHILE_BORROWING;
      };
    }
  }

  /// @param ancestor the cohort below which both projects meet, -1 for the own project
  record Candidate(Holding holding, Right right, int ancestor) {
    Victim toVictim() {
      return new Victim(holding, right.reason());
    }
  }

  boolean hasHierarchical;
  boolean hasOthers;
  private final List<Candidate> hierarchical = new ArrayList<>();
  private final List<Candidate> byPriority = new ArrayList<>();
  private final List<Candidate> own = new ArrayList<>();

  private final CycleState state;
  private final QuotaUsage usage;
  private final QuotaTree tree;
  private final Want want;
  private final PreemptionPolicy policy;

  private Candidates(CycleState state, Want want) {
    this.state = state;
    this.want = want;
    usage = state.usage();
    tree = usage.tree();
    policy = state.catalog.project(want.project()).preemption();
  }

  static Candidates of(CycleState state, Want want) {
    Candidates result = new Candidates(state, want);
    result.collectOthers();
    if (result.policy.withinProject() != PreemptionPolicy.WithinProject.NEVER) {
      result.collectOwn();
    }
    result.hasHierarchical = !result.hierarchical.isEmpty();
    result.hasOthers = result.hasHierarchical || !result.byPriority.isEmpty();
    return result;
  }

  /// In the order of eviction: those being evicted, then the three kinds, each in `order`.
  List<Candidate> ordered(Comparator<Holding> order) {
    Comparator<Candidate> byHolding = Comparator.comparing(Candidate::holding, order);
    List<Candidate> result = new ArrayList<>();
    List<List<Candidate>> kinds = List.of(hierarchical, byPriority, own);
    kinds.forEach(list -> list.sort(byHolding));
    for (boolean evicting : new boolean[] {true, false}) {
      for (List<Candidate> list : kinds) {
        for (Candidate candidate : list) {
          if (candidate.holding.evicting() == evicting) {
            result.add(candidate);
          }
        }
      }
    }
    return result;
  }

  /// Those that can be of use, in no particular order. Candidates that may be taken only by a job
  /// that does not borrow are of none when the job will borrow in any case.
  List<Candidate> usable() {
    List<Candidate> result = new ArrayList<>(hierarchical);
    boolean borrowsAnyway = borrowsWithoutOwn();
    for (Candidate candidate : byPriority) {
      if (!borrowsAnyway || candidate.right != Right.RECLAIM_WITHOUT_BORROWING) {
        result.add(candidate);
      }
    }
    result.addAll(own);
    return result;
  }

  private boolean borrowsWithoutOwn() {
    own.forEach(it -> it.holding.removeFrom(usage));
    boolean borrows = want.usage().borrows(usage, want.project());
    own.forEach(it -> it.holding.addTo(usage));
    return borrows;
  }

  private void collectOwn() {
    for (Holding holding : state.staying(want.project())) {
      if (mayBeTaken(holding) && PreemptionRights.allows(policy.withinProject(), want, holding)) {
        own.add(new Candidate(holding, Right.OWN_PROJECT, -1));
      }
    }
  }

  /// May be preempted, and holds some of what is contested.
  private boolean mayBeTaken(Holding holding) {
    return uses(holding, want.contested()) && state.isTakeable(holding);
  }

  static boolean uses(Holding holding, CellAmounts cells) {
    for (int i = 0; i < cells.size(); i++) {
      int cell = cells.cell(i);
      if (holding.cells.of(cell) > 0 || holding.cells.partsOf(cell) > 0) {
        return true;
      }
    }
    return false;
  }

  private void collectOthers() {
    if (!tree.hasParent(want.project())
        || policy.reclaimWithinCohort() == PreemptionPolicy.Reclaim.NEVER) {
      return;
    }
    long[] rest = new long[want.usage().size()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = want.usage().charge(usage, want.project(), i);
    }
    boolean advantage = fitsOwnQuota(want.project(), rest);
    int previous = want.project();
    for (int node = tree.parent(previous); node >= 0; node = tree.parent(node)) {
      walk(node, previous, node, advantage ? hierarchical : byPriority, advantage);
      advantage |= fitsOwnQuota(node, rest);
      previous = node;
    }
  }

  /// Whether the node's own quota holds what is left of the request; takes its guaranteed part off.
  private boolean fitsOwnQuota(int node, long[] rest) {
    boolean fits = true;
    for (int i = 0; i < rest.length; i++) {
      int cell = want.usage().cell(i);
      fits &= Amount.plus(usage.used(node, cell), rest[i]) <= tree.subtreeQuota(node, cell);
      rest[i] = Math.max(0, Amount.minus(rest[i], usage.localAvailable(node, cell)));
    }
    return fits;
  }

  private void walk(
      int cohort, int except, int ancestor, List<Candidate> found, boolean advantage) {
    for (int child : tree.children(cohort)) {
      if (child == except || isWithinNominal(usage, child, want.contested())) {
        continue;
      }
      if (tree.isProject(child)) {
        collect(child, ancestor, found, advantage);
      } else {
        walk(child, except, ancestor, found, advantage);
      }
    }
  }

  /// A project that is over its nominal quota only by what this cycle has promised it is left
  /// alone.
  private void collect(int project, int ancestor, List<Candidate> found, boolean advantage) {
    if (isWithinNominal(state.usageNow(), project, want.contested())) {
      return;
    }
    for (Holding holding : state.staying(project)) {
      if (mayBeTaken(holding)
          && PreemptionRights.allows(policy.reclaimWithinCohort(), want, holding)) {
        Right right =
            advantage
                ? Right.HIERARCHICAL
                : PreemptionRights.allowsWhileBorrowing(policy, want, holding)
                    ? Right.RECLAIM_WHILE_BORROWING
                    : Right.RECLAIM_WITHOUT_BORROWING;
        found.add(new Candidate(holding, right, ancestor));
      }
    }
  }

  static boolean isWithinNominal(QuotaUsage usage, int node, CellAmounts cells) {
    for (int i = 0; i < cells.size(); i++) {
      if (!usage.isWithinNominal(node, cells.cell(i))) {
        return false;
      }
    }
    return true;
  }

  /// Whether the candidate may still be taken with usage as it is now: some project or cohort on
  /// its side must still use more than its own.
  boolean isValid(Candidate candidate) {
    if (candidate.right == Right.OWN_PROJECT) {
      return true;
    }
    int node = candidate.holding.project;
    while (node != candidate.ancestor) {
      if (isWithinNominal(usage, node, want.contested())) {
        return false;
      }
      node = tree.parent(node);
    }
    return true;
  }
}
