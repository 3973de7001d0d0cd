package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The order of heads by dominant resource share: at each cohort the head whose side would have the
/// smaller share with it wins, from the projects up to the root. Decided anew after each head,
/// since the usage has changed.
///
/// Differs for speed in: the shares of a head are kept until usage on its side has changed.
///
/// @see <a href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/1714-fair-sharing">
///   KEP-1714</a>
final class FairTournament {
  private final Supplier<QuotaUsage> current;
  private final QuotaTree tree;
  private final List<Runner> left = new ArrayList<>();

  /// @param current the usage that counts, asked for anew each time: the first eviction of a cycle
  ///   parts what will be used from what is
  FairTournament(Supplier<QuotaUsage> current) {
    this.current = current;
    tree = current.get().tree();
  }

  /// Lets a head take part, with what it would take of the quota.
  void add(Waiter head, CellAmounts amounts) {
    left.add(new Runner(head, amounts));
  }

  /// The next head, which takes part no more; null when none is left. Trees go in the order of
  /// their best heads.
  @Nullable Waiter next() {
    if (left.isEmpty()) {
      return null;
    }
    Runner earliest = left.getFirst();
    for (Runner runner : left) {
      if (Waiter.QUEUE_ORDER.compare(runner.head, earliest.head) < 0) {
        earliest = runner;
      }
    }
    int root = earliest.path.getFirst();
    List<Runner> round = new ArrayList<>();
    int depth = 0;
    for (Runner runner : left) {
      if (runner.path.getFirst() == root) {
        runner.refresh();
        round.add(runner);
        depth = Math.max(depth, runner.path.size() - 1);
      }
    }
    for (int level = depth; level > 0; level--) {
      round = playLevel(round, level);
    }
    Runner winner = round.getFirst();
    left.removeIf(it -> it.head.project() == winner.head.project());
    return winner.head;
  }

  /// Tells that the usage of the project has changed.
  void changed(int project) {
    for (Runner runner : left) {
      runner.forgetIfBeside(project);
    }
  }

  /// Tells that any usage may have changed.
  void changedAnywhere() {
    left.forEach(it -> it.fresh = false);
  }

  /// Lets the runners that meet at depth `level - 1` play each other; one is left per cohort there.
  private static List<Runner> playLevel(List<Runner> round, int level) {
    SequencedMap<Integer, Runner> best = new LinkedHashMap<>();
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
    private final Waiter head;
    private final CellAmounts amounts;

    /// From the root down to the project.
    private final List<Integer> path = new ArrayList<>();

    private final List<DominantShare> shares = new ArrayList<>();
    private final List<Boolean> borrows = new ArrayList<>();
    private boolean fresh;

    Runner(Waiter head, CellAmounts amounts) {
      this.head = head;
      this.amounts = amounts;
      for (int node = head.project(); node >= 0; node = tree.parent(node)) {
        path.addFirst(node);
      }
    }

    void refresh() {
      if (fresh) {
        return;
      }
      fresh = true;
      shares.clear();
      borrows.clear();
      QuotaUsage usage = current.get();
      amounts.addTo(usage, head.project());
      for (int node : path) {
        shares.add(DominantShare.of(usage, node));
        borrows.add(!Candidates.isWithinNominal(usage, node, amounts));
      }
      amounts.removeFrom(usage, head.project());
    }

    /// Only what both have below the root matters: a root has no share.
    void forgetIfBeside(int project) {
      for (int node = project; tree.hasParent(node); node = tree.parent(node)) {
        if (path.contains(node)) {
          fresh = false;
          return;
        }
      }
    }

    /// Compares at the cohort above depth `level`; negative = goes first.
    int compareAt(int level, Runner other) {
      int compared = Boolean.compare(borrows.get(level), other.borrows.get(level));
      if (compared == 0) {
        compared = shares.get(level).compareTo(other.shares.get(level));
      }
      return compared != 0 ? compared : Waiter.QUEUE_ORDER.compare(head, other.head);
    }
  }
}
