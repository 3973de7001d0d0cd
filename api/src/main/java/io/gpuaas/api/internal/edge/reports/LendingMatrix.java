package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Who uses whose idle quota. Borrowed GPUs belong to no lender in particular, so that each lender
/// is counted in proportion to the quota that it leaves unused and may lend; a borrower's shares
/// add up to what it has borrowed.
///
/// @param pairs lender, borrower and GPUs, only those above zero
public record LendingMatrix(List<Pair> pairs) {
  /// What one has of another's quota.
  ///
  /// @param lender node of the tree, -1 when nobody leaves that much unused (a quota was cut below
  ///   what is used)
  public record Pair(String flavor, int lender, int borrower, long amount) {}

  public LendingMatrix {
    pairs = List.copyOf(pairs);
  }

  public static LendingMatrix of(QuotaTree tree, QuotaUsage usage) {
    List<Pair> pairs = new ArrayList<>();
    for (int cell = 0; cell < tree.cells().size(); cell++) {
      FlavorResource key = tree.cells().get(cell);
      if (!key.resource().equals(Resources.GPU)) {
        continue;
      }
      for (int borrower = 0; borrower < tree.nodeCount(); borrower++) {
        if (tree.isProject(borrower) && usage.borrowed(borrower, cell) > 0) {
          share(tree, usage, cell, borrower, pairs);
        }
      }
    }
    return new LendingMatrix(pairs);
  }

  /// GPUs of the quota of a node and of all below it that are in use outside of it.
  public long lent(QuotaTree tree, String flavor, int node) {
    return pairs.stream()
        .filter(pair -> pair.flavor().equals(flavor) && pair.lender() >= 0)
        .filter(pair -> isBelow(tree, pair.lender(), node) && !isBelow(tree, pair.borrower(), node))
        .mapToLong(Pair::amount)
        .reduce(0, Math::addExact);
  }

  private static boolean isBelow(QuotaTree tree, int below, int node) {
    int at = below;
    while (at != node && tree.hasParent(at)) {
      at = tree.parent(at);
    }
    return at == node;
  }

  private static void share(
      QuotaTree tree, QuotaUsage usage, int cell, int borrower, List<Pair> into) {
    String flavor = tree.cells().get(cell).flavor();
    long borrowed = usage.borrowed(borrower, cell);
    List<Integer> lenders = new ArrayList<>();
    List<Long> unused = new ArrayList<>();
    long sum = 0;
    for (int node = 0; node < tree.nodeCount(); node++) {
      boolean sameTree = node != borrower && tree.root(node) == tree.root(borrower);
      long lends = sameTree ? lendable(tree, usage, node, cell) : 0;
      if (lends > 0) {
        lenders.add(node);
        unused.add(lends);
        sum = Math.addExact(sum, lends);
      }
    }
    if (lenders.isEmpty()) {
      into.add(new Pair(flavor, -1, borrower, borrowed));
      return;
    }
    List<BigInteger> parts =
        unused.stream()
            .map(it -> BigInteger.valueOf(it).multiply(BigInteger.valueOf(borrowed)))
            .toList();
    List<BigDecimal> shares = Apportion.rounded(parts, BigInteger.valueOf(sum), 0);
    for (int i = 0; i < lenders.size(); i++) {
      long amount = shares.get(i).longValueExact();
      if (amount > 0) {
        into.add(new Pair(flavor, lenders.get(i), borrower, amount));
      }
    }
  }

  /// Unused quota of the node's own that others may use. What a cohort owns itself is for all.
  private static long lendable(QuotaTree tree, QuotaUsage usage, int node, int cell) {
    long nominal = tree.nominal(node, cell);
    long unused = tree.isProject(node) ? Math.max(0, nominal - usage.used(node, cell)) : nominal;
    long limit = tree.lendingLimit(node, cell);
    return limit == Amount.UNLIMITED ? unused : Math.min(unused, limit);
  }
}
