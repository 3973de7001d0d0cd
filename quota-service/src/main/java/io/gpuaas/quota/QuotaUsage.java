package io.gpuaas.quota;

/// What is used at each node of a [QuotaTree]. Mutable: a cycle works on its own [#copy].
///
/// Usage is given at projects and rises to a cohort only past the part that is guaranteed to the
/// child. It is therefore a function of the projects' usage alone, and [#remove] exactly undoes
/// [#add] in any order.
///
/// @see QuotaTree
public final class QuotaUsage {
  /// A unit in parts. Divisible by a thousand, for fractions of devices, and by seven, for the
  /// slices of one, so that these are exact.
  public static final long WHOLE = 7_000_000;

  private final QuotaTree tree;
  private final long[] used;

  /// Parts used at projects, by the numbers of their cells; empty while there are none.
  private long[] partsUsed;

  private QuotaUsage(QuotaTree tree, long[] used, long[] partsUsed) {
    this.tree = tree;
    this.used = used;
    this.partsUsed = partsUsed;
  }

  /// Nothing is used.
  public static QuotaUsage none(QuotaTree tree) {
    return new QuotaUsage(tree, new long[tree.size()], new long[0]);
  }

  public QuotaUsage copy() {
    return new QuotaUsage(tree, used.clone(), partsUsed.clone());
  }

  /// Takes over the usage of `other`, which must be of the same tree.
  public void set(QuotaUsage other) {
    System.arraycopy(other.used, 0, used, 0, used.length);
    partsUsed = other.partsUsed.clone();
  }

  public QuotaTree tree() {
    return tree;
  }

  public long used(int node, int cell) {
    return used[tree.at(node, cell)];
  }

  /// Adds `amount`, 0 or more.
  public void add(int project, int cell, long amount) {
    int node = project;
    long rest = amount;
    while (rest > 0) {
      int at = tree.at(node, cell);
      long local = Math.max(0, Amount.minus(tree.guaranteed(node, cell), used[at]));
      used[at] = Amount.plus(used[at], rest);
      if (!tree.hasParent(node)) {
        return;
      }
      rest = Amount.minus(rest, local);
      node = tree.parent(node);
    }
  }

  /// Takes `amount`, 0 or more, away again.
  public void remove(int project, int cell, long amount) {
    int node = project;
    long rest = amount;
    while (rest > 0) {
      int at = tree.at(node, cell);
      long shared = Amount.minus(used[at], tree.guaranteed(node, cell));
      used[at] = Amount.minus(used[at], rest);
      if (shared <= 0 || !tree.hasParent(node)) {
        return;
      }
      rest = Math.min(rest, shared);
      node = tree.parent(node);
    }
  }

  /// What so many parts more would add to the project's use. A project's parts are summed exactly
  /// and count as whole units, rounded up: three thirds of a GPU are one.
  public long chargeOf(int project, int cell, long parts) {
    long before = partsUsed.length == 0 ? 0 : partsUsed[tree.at(project, cell)];
    return Math.ceilDiv(Amount.plus(before, parts), WHOLE) - Math.ceilDiv(before, WHOLE);
  }

  /// Adds so many parts, 0 or more.
  public void addParts(int project, int cell, long parts) {
    if (parts > 0) {
      add(project, cell, chargeOf(project, cell, parts));
      if (partsUsed.length == 0) {
        partsUsed = new long[tree.size()];
      }
      int at = tree.at(project, cell);
      partsUsed[at] = Amount.plus(partsUsed[at], parts);
    }
  }

  /// Takes so many parts, 0 or more, away again.
  public void removeParts(int project, int cell, long parts) {
    if (parts > 0 && partsUsed.length > 0) {
      int at = tree.at(project, cell);
      long before = Math.ceilDiv(partsUsed[at], WHOLE);
      partsUsed[at] = Math.max(0, Amount.minus(partsUsed[at], parts));
      remove(project, cell, before - Math.ceilDiv(partsUsed[at], WHOLE));
    }
  }

  /// The part of the guaranteed quota that is not used.
  public long localAvailable(int node, int cell) {
    return Math.max(0, Amount.minus(tree.guaranteed(node, cell), used(node, cell)));
  }

  /// How much more fits at the node now; negative after a quota cut.
  public long available(int node, int cell) {
    int at = tree.at(node, cell);
    long subtree = tree.subtreeQuota(node, cell);
    if (!tree.hasParent(node)) {
      return Amount.minus(subtree, used[at]);
    }
    long shared = available(tree.parent(node), cell);
    long limit = tree.borrowingLimit(node, cell);
    if (limit != Amount.UNLIMITED) {
      long guaranteed = tree.guaranteed(node, cell);
      long lent = Math.max(0, Amount.minus(used[at], guaranteed));
      long most = Amount.plus(Amount.minus(Amount.minus(subtree, guaranteed), lent), limit);
      shared = Math.min(shared, most);
    }
    return Amount.plus(localAvailable(node, cell), shared);
  }

  /// Whether the node would use more than its own quota with `amount` more.
  public boolean isBorrowingWith(int node, int cell, long amount) {
    return Amount.plus(used(node, cell), amount) > tree.subtreeQuota(node, cell);
  }

  /// Whether the node uses at most its subtree quota.
  public boolean isWithinNominal(int node, int cell) {
    return used(node, cell) <= tree.subtreeQuota(node, cell);
  }

  /// How far up the tree the quota for `amount` more would come from: 0 = no borrowing, else the
  /// height of the lowest ancestor whose subtree holds enough.
  public int borrowLevel(int project, int cell, long amount) {
    int host = hostOf(project, cell, amount);
    return host == project ? 0 : tree.height(host);
  }

  /// Whether some subtree smaller than the whole tree has quota enough for `amount` more: then the
  /// project has a right to take back what others use of it.
  public boolean mayReclaim(int project, int cell, long amount) {
    return tree.hasParent(hostOf(project, cell, amount));
  }

  /// The project itself when it need not borrow, else the lowest ancestor with quota enough, else
  /// the root.
  private int hostOf(int project, int cell, long amount) {
    if (!isBorrowingWith(project, cell, amount) || !tree.hasParent(project)) {
      return project;
    }
    long rest = Amount.minus(amount, localAvailable(project, cell));
    int node = tree.parent(project);
    while (tree.hasParent(node)) {
      if (Amount.plus(used(node, cell), rest) <= tree.subtreeQuota(node, cell)) {
        return node;
      }
      rest = Amount.minus(rest, localAvailable(node, cell));
      node = tree.parent(node);
    }
    return node;
  }

  /// What the project uses above its nominal quota; 0 for a project in no cohort, since then there
  /// is no lender.
  public long borrowed(int project, int cell) {
    if (!tree.hasParent(project)) {
      return 0;
    }
    return Math.max(0, Amount.minus(used(project, cell), tree.nominal(project, cell)));
  }
}
