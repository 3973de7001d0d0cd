package io.gpuaas.quota;

import java.util.List;

/// How much a project or cohort uses above its own quota, as a share of what its parent can lend,
/// divided by its weight: the measure of fair sharing. Smaller goes first.
///
/// For each resource: usage above the subtree quota, summed over flavors, times 1000, divided by
/// what the parent could ever lend of the resource; the largest counts. Weight 0 is infinite as
/// soon as anything is borrowed, and 0 before.
///
/// @param ratio before the weight
/// @param weight 0 or more
/// @param borrowing whether anything is used above the subtree quota, also where the parent can
///   lend nothing
/// @see <a href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/1714-fair-sharing">
///   KEP-1714</a>
public record DominantShare(double ratio, double weight, boolean borrowing)
    implements Comparable<DominantShare> {
  public static final DominantShare ZERO = new DominantShare(0, 1, false);

  /// The share of `node` with the usage as it is. A root has no share.
  public static DominantShare of(QuotaUsage usage, int node) {
    QuotaTree tree = usage.tree();
    if (!tree.hasParent(node)) {
      return ZERO;
    }
    List<int[]> resources = tree.cellsByResource();
    double ratio = 0;
    boolean borrowing = false;
    for (int i = 0; i < resources.size(); i++) {
      long borrowed = 0;
      for (int cell : resources.get(i)) {
        long over = Amount.minus(usage.used(node, cell), tree.subtreeQuota(node, cell));
        borrowed = Amount.plus(borrowed, Math.max(0, over));
      }
      borrowing |= borrowed > 0;
      long lendable = borrowed == 0 ? 0 : tree.lendable(tree.parent(node), i);
      if (lendable > 0) {
        ratio = Math.max(ratio, borrowed * 1000.0 / lendable);
      }
    }
    return new DominantShare(ratio, tree.weightMilli(node) / 1000.0, borrowing);
  }

  /// Whether it is weight 0 and borrows.
  public boolean isInfinite() {
    return weight == 0 && ratio > 0;
  }

  /// Ratio divided by weight.
  public double value() {
    if (ratio == 0) {
      return 0;
    }
    return weight == 0 ? Double.POSITIVE_INFINITY : ratio / weight;
  }

  /// Rounded up, as it is shown; `Long.MAX_VALUE` when infinite.
  public long shown() {
    return isInfinite() ? Long.MAX_VALUE : (long) Math.ceil(value());
  }

  @Override
  public int compareTo(DominantShare other) {
    if (isInfinite() && other.isInfinite()) {
      return Double.compare(ratio, other.ratio);
    }
    return Double.compare(value(), other.value());
  }
}
