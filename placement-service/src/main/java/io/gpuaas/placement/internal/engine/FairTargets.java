package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which project to take from next: from the root down, always the child with the largest share.
///
/// Cohorts go before projects of an equal share, and projects of an equal share in the order of
/// their next candidates. What borrows nothing is left out, save the taker's own.
final class FairTargets {
  private final QuotaUsage usage;
  private final QuotaTree tree;
  private final int taker;
  private final int root;
  private final Comparator<Holding> order;
  private final List<Deque<Holding>> candidates = new ArrayList<>();
  private final BitSet pruned = new BitSet();
  private final BitSet ancestors = new BitSet();

  FairTargets(QuotaUsage usage, int taker, List<Holding> given, Comparator<Holding> order) {
    this.usage = usage;
    this.taker = taker;
    this.order = order;
    tree = usage.tree();
    root = tree.root(taker);
    for (int i = 0; i < tree.projectCount(); i++) {
      candidates.add(new ArrayDeque<>(0));
    }
    given.forEach(it -> candidates.get(it.project).add(it));
    for (int node = tree.parent(taker); node >= 0; node = tree.parent(node)) {
      ancestors.set(node);
    }
  }

  /// The project, or -1 when there is none left.
  int next() {
    if (root == taker) {
      return has(taker) ? taker : -1;
    }
    while (!pruned.get(root)) {
      int found = next(root);
      if (found >= 0) {
        return found;
      }
    }
    return -1;
  }

  private int next(int cohort) {
    int project = -1;
    int inner = -1;
    DominantShare projectShare = DominantShare.ZERO;
    DominantShare innerShare = DominantShare.ZERO;
    for (int child : tree.children(cohort)) {
      if (pruned.get(child)) {
        continue;
      }
      DominantShare share = DominantShare.of(usage, child);
      if (tree.isProject(child)) {
        if ((!share.borrowing() && child != taker) || !has(child)) {
          pruned.set(child);
        } else if (project < 0 || isBefore(child, share, project, projectShare)) {
          project = child;
          projectShare = share;
        }
      } else if (!share.borrowing() && !ancestors.get(child)) {
        pruned.set(child);
      } else if (inner < 0 || share.compareTo(innerShare) > 0) {
        inner = child;
        innerShare = share;
      }
    }
    if (project < 0 && inner < 0) {
      pruned.set(cohort);
      return -1;
    }
    boolean down = inner >= 0 && (project < 0 || innerShare.compareTo(projectShare) >= 0);
    return down ? next(inner) : project;
  }

  private boolean isBefore(int a, DominantShare shareA, int b, DominantShare shareB) {
    int compared = shareA.compareTo(shareB);
    if (compared != 0) {
      return compared > 0;
    }
    Holding first = candidates.get(a).peekFirst();
    Holding second = candidates.get(b).peekFirst();
    return first != null && second != null && candidateOrder(first, second) < 0;
  }

  private int candidateOrder(@Nullable Holding a, @Nullable Holding b) {
    if (a == null || b == null) {
      return 0;
    }
    int compared = Boolean.compare(!a.evicting(), !b.evicting());
    if (compared == 0) {
      compared = Boolean.compare(a.project == taker, b.project == taker);
    }
    return compared != 0 ? compared : order.compare(a, b);
  }

  boolean has(int project) {
    return !candidates.get(project).isEmpty();
  }

  Holding poll(int project) {
    return candidates.get(project).removeFirst();
  }

  /// Leaves the project out from now on.
  void drop(int project) {
    pruned.set(project);
    candidates.get(project).clear();
  }
}
