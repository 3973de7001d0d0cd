package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import io.gpuaas.quota.PreemptionPolicy.WithinProject;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Victims by dominant resource share: one job at a time from whoever has the largest share, as
/// long as the taker's share does not become the larger one.
///
/// @see <a href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/1714-fair-sharing">
///   KEP-1714</a>
final class FairVictims {
  private final CycleState state;
  private final Removal removal;
  private final Comparator<Holding> order;

  FairVictims(CycleState state, Removal removal, Comparator<Holding> order) {
    this.state = state;
    this.removal = removal;
    this.order = order;
  }

  /// The victims, none when no legal set of them would do. Leaves the state as it was.
  List<Victim> find(Want want) {
    return find(want, candidates(want));
  }

  /// The same with some of the candidates only.
  List<Victim> find(Want want, List<Holding> candidates) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    QuotaUsage usage = state.usage();
    want.usage().addTo(usage, want.project());
    Run run = new Run(want);
    List<FairStrategy> strategies = state.index.policy.preemptionStrategies();
    FairStrategy first =
        strategies.isEmpty()
            ? FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE
            : strategies.getFirst();
    boolean fits = run.first(candidates, first);
    if (!fits && strategies.size() != 1) {
      fits = run.second();
    }
    if (fits) {
      run.giveBack();
    }
    run.taken.forEach(it -> removal.putBack(it.holding()));
    want.usage().removeFrom(usage, want.project());
    return fits ? run.taken : List.of();
  }

  /// Whom the job may take from at all, in the order of eviction.
  List<Holding> candidates(Want want) {
    PreemptionPolicy policy = state.catalog.project(want.project()).preemption();
    List<Holding> found = new ArrayList<>();
    if (policy.withinProject() != WithinProject.NEVER) {
      collect(want, want.project(), found);
    }
    QuotaTree tree = state.usage().tree();
    if (tree.hasParent(want.project()) && policy.reclaimWithinCohort() != Reclaim.NEVER) {
      walk(want, tree.root(want.project()), found);
    }
    found.sort(
        Comparator.<Holding, Boolean>comparing(it -> !it.evicting())
            .thenComparing(it -> it.project == want.project())
            .thenComparing(order));
    return found;
  }

  private void walk(Want want, int cohort, List<Holding> found) {
    QuotaUsage usage = state.usage();
    for (int child : usage.tree().children(cohort)) {
      if (!usage.tree().isProject(child)) {
        walk(want, child, found);
      } else if (child != want.project()
          && borrows(usage, child, want.contested())
          && borrows(state.usageNow(), child, want.contested())) {
        collect(want, child, found);
      }
    }
  }

  private static boolean borrows(QuotaUsage usage, int project, CellAmounts cells) {
    for (int i = 0; i < cells.size(); i++) {
      if (usage.isBorrowingWith(project, cells.cell(i), 0)) {
        return true;
      }
    }
    return false;
  }

  private void collect(Want want, int project, List<Holding> found) {
    PreemptionPolicy policy = state.catalog.project(want.project()).preemption();
    for (Holding holding : state.staying(project)) {
      boolean allowed =
          project == want.project()
              ? PreemptionRights.allows(policy.withinProject(), want, holding)
              : PreemptionRights.allows(policy.reclaimWithinCohort(), want, holding);
      if (allowed && Candidates.uses(holding, want.contested()) && state.isTakeable(holding)) {
        found.add(holding);
      }
    }
  }

  /// One search, with the taker's usage counted in.
  private final class Run {
    private final Want want;
    private final QuotaTree tree;
    private final QuotaUsage usage;
    private final List<Victim> taken = new ArrayList<>();
    private List<Holding> retry = new ArrayList<>();

    Run(Want want) {
      this.want = want;
      usage = state.usage();
      tree = usage.tree();
    }

    boolean first(List<Holding> candidates, FairStrategy strategy) {
      FairTargets targets = new FairTargets(usage, want.project(), candidates, order);
      for (int target = targets.next(); target >= 0; target = targets.next()) {
        if (target == want.project()) {
          take(targets.poll(target), PreemptionReason.IN_PROJECT);
        } else if (Candidates.isWithinNominal(usage, want.project(), want.contested())) {
          take(targets.poll(target), PreemptionReason.IN_COHORT_RECLAMATION);
        } else if (!takeByShare(targets, target, strategy)) {
          continue;
        }
        if (fits()) {
          return true;
        }
      }
      return false;
    }

    private boolean takeByShare(FairTargets targets, int target, FairStrategy strategy) {
      int[] sides = sides(target);
      DominantShare mine = DominantShare.of(usage, sides[0]);
      DominantShare before = DominantShare.of(usage, sides[1]);
      boolean hopeless = mine.isInfinite() && !before.isInfinite();
      while (targets.has(target)) {
        Holding candidate = targets.poll(target);
        if (!hopeless && passes(strategy, mine, before, sides[1], candidate)) {
          take(candidate, PreemptionReason.IN_COHORT_FAIR_SHARING);
          return true;
        }
        retry.add(candidate);
      }
      return false;
    }

    private boolean passes(
        FairStrategy strategy,
        DominantShare mine,
        DominantShare before,
        int side,
        Holding candidate) {
      return switch (strategy) {
        case LESS_THAN_OR_EQUAL_TO_FINAL_SHARE -> {
          candidate.removeFrom(usage);
          DominantShare after = DominantShare.of(usage, side);
          candidate.addTo(usage);
          yield mine.compareTo(after) <= 0;
        }
        case LESS_THAN_INITIAL_SHARE -> mine.compareTo(before) < 0;
      };
    }

    boolean second() {
      FairTargets targets = new FairTargets(usage, want.project(), retry, order);
      for (int target = targets.next(); target >= 0; target = targets.next()) {
        int[] sides = sides(target);
        DominantShare mine = DominantShare.of(usage, sides[0]);
        DominantShare theirs = DominantShare.of(usage, sides[1]);
        if (mine.compareTo(theirs) < 0) {
          take(targets.poll(target), PreemptionReason.IN_COHORT_FAIR_SHARING);
          if (fits()) {
            return true;
          }
        }
        targets.drop(target);
      }
      return false;
    }

    /// The two children of the lowest common ancestor: on the taker's path and on the target's.
    private int[] sides(int target) {
      List<Integer> mine = pathToRoot(want.project());
      List<Integer> theirs = pathToRoot(target);
      int i = mine.size() - 1;
      int j = theirs.size() - 1;
      while (i > 0 && j > 0 && mine.get(i - 1).equals(theirs.get(j - 1))) {
        i--;
        j--;
      }
      return new int[] {mine.get(Math.max(0, i - 1)), theirs.get(Math.max(0, j - 1))};
    }

    private List<Integer> pathToRoot(int project) {
      List<Integer> path = new ArrayList<>();
      for (int node = project; node >= 0; node = tree.parent(node)) {
        path.add(node);
      }
      return path;
    }

    private void take(Holding holding, PreemptionReason reason) {
      removal.remove(holding);
      taken.add(new Victim(holding, reason));
    }

    private boolean fits() {
      want.usage().removeFrom(usage, want.project());
      boolean fits = removal.fits(want, true);
      want.usage().addTo(usage, want.project());
      return fits;
    }

    void giveBack() {
      for (int i = taken.size() - 2; i >= 0; i--) {
        Victim victim = taken.get(i);
        removal.putBack(victim.holding());
        if (fits()) {
          taken.set(i, taken.getLast());
          taken.removeLast();
        } else {
          removal.remove(victim.holding());
        }
      }
    }
  }
}
