package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order of heads by dominant resource share: at each cohort the head whose side would have the
/// smaller share with it wins, from the projects up to the root. Decided anew after each head,
/// since the usage has changed.
///
/// @see <a href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/1714-fair-sharing">
///   KEP-1714</a>
final class FairTournament {
  private final QuotaUsage usage;
  private final QuotaTree tree;
  private final List<Nomination> left;

  FairTournament(QuotaUsage usage, List<Nomination> entries) {
    this.usage = usage;
    tree = usage.tree();
    left = new ArrayList<>(entries);
    left.sort(Comparator.comparing(Nomination::waiter, Waiter.QUEUE_ORDER));
  }

  /// The next head, null when none is left. Trees go in the order of their best heads.
  @Nullable Nomination next() {
    if (left.isEmpty()) {
      return null;
    }
    int root = tree.root(left.getFirst().waiter().project());
    List<Runner> runners = new ArrayList<>();
    for (Nomination entry : left) {
      if (tree.root(entry.waiter().project()) == root) {
        runners.add(new Runner(entry));
      }
    }
    Runner winner = winner(root, runners);
    left.remove(winner.entry);
    return winner.entry;
  }

  private Runner winner(int root, List<Runner> runners) {
    List<Runner> round = runners;
    int depth = 0;
    for (Runner runner : round) {
      depth = Math.max(depth, runner.path.size() - 1);
    }
    for (int level = depth; level > 0; level--) {
      round = playLevel(round, level);
    }
    Runner first = round.getFirst();
    assert first.path.getFirst() == root;
    return first;
  }

  /// Lets the runners that meet at depth `level - 1` play each other; one is left per cohort there.
  private List<Runner> playLevel(List<Runner> round, int level) {
    java.util.SequencedMap<Integer, Runner> best = new java.util.LinkedHashMap<>();
    List<Runner> rest = new ArrayList<>();
    for (Runner runner : round) {
      if (runner.path.size() <= level) {
        rest.add(runner);
        continue;
      }
      int cohort = runner.path.get(level - 1);
      Runner known = best.get(cohort);
      if (known == null || runner.compareAt(level, known) < 0) {
        best.put(cohort, runner);
      }
    }
    rest.addAll(best.values());
    return rest;
  }

  /// A head with its shares at each level, its usage counted in.
  private final class Runner {
    private final Nomination entry;

    /// From the root down to the project.
    private final List<Integer> path = new ArrayList<>();

    private final List<DominantShare> shares = new ArrayList<>();
    private final List<Boolean> borrows = new ArrayList<>();

    Runner(Nomination entry) {
      this.entry = entry;
      int project = entry.waiter().project();
      CellAmounts amounts = entry.assignment().usage;
      for (int node = project; node >= 0; node = tree.parent(node)) {
        path.addFirst(node);
      }
      amounts.addTo(usage, project);
      for (int node : path) {
        shares.add(DominantShare.of(usage, node));
        borrows.add(!Candidates.isWithinNominal(usage, node, amounts));
      }
      amounts.removeFrom(usage, project);
    }

    /// Compares at the cohort above depth `level`; negative = goes first.
    int compareAt(int level, Runner other) {
      int compared = Boolean.compare(borrows.get(level), other.borrows.get(level));
      if (compared == 0) {
        compared = shares.get(level).compareTo(other.shares.get(level));
      }
      return compared != 0
          ? compared
          : Waiter.QUEUE_ORDER.compare(entry.waiter(), other.entry.waiter());
    }
  }
}
