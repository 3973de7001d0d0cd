package io.gpuaas.placement.internal.engine;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// An immutable sorted map as a balanced (AVL) tree: a change copies one path and shares the rest.
///
/// The order is given with each call, so that an empty tree is a constant; it must always be the
/// same one.
@SuppressWarnings("ReferenceEquality") // an untouched subtree is the same object
public record SortedTree<V>(@Nullable Branch<V> root) {
  private static final SortedTree<?> EMPTY = new SortedTree<>(null);

  /// A value with its subtrees.
  record Branch<V>(
      V value, @Nullable Branch<V> left, @Nullable Branch<V> right, int height, int size) {}

  @SuppressWarnings("unchecked")
  public static <V> SortedTree<V> empty() {
    return (SortedTree<V>) EMPTY;
  }

  /// A tree of `values`, which must be in order and without doubles. Linear time.
  public static <V> SortedTree<V> ofSorted(List<V> values) {
    return new SortedTree<>(build(values, 0, values.size()));
  }

  private static <V> @Nullable Branch<V> build(List<V> values, int from, int to) {
    if (from >= to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    return branch(values.get(middle), build(values, from, middle), build(values, middle + 1, to));
  }

  public int size() {
    return size(root);
  }

  public boolean isEmpty() {
    return root == null;
  }

  /// The value where `side` gives 0, or null: negative says that the one looked for comes before
  /// the given value.
  public @Nullable V find(ToIntFunction<V> side) {
    Branch<V> at = root;
    while (at != null) {
      int compared = side.applyAsInt(at.value);
      if (compared == 0) {
        return at.value;
      }
      at = compared < 0 ? at.left : at.right;
    }
    return null;
  }

  /// How many values come before `value`.
  public int rank(V value, Comparator<V> order) {
    int before = 0;
    Branch<V> at = root;
    while (at != null) {
      if (order.compare(value, at.value) > 0) {
        before += size(at.left) + 1;
        at = at.right;
      } else {
        at = at.left;
      }
    }
    return before;
  }

  /// The first value in order, or null.
  public @Nullable V first() {
    Branch<V> at = root;
    while (at != null && at.left != null) {
      at = at.left;
    }
    return at == null ? null : at.value;
  }

  /// With `value` in place of one that compares equal.
  public SortedTree<V> with(V value, Comparator<V> order) {
    return new SortedTree<>(insert(root, value, order));
  }

  /// Without the value that compares equal; the same tree when there is none.
  public SortedTree<V> without(V value, Comparator<V> order) {
    Branch<V> rest = delete(root, value, order);
    return rest == root ? this : new SortedTree<>(rest);
  }

  private static <V> Branch<V> insert(@Nullable Branch<V> at, V value, Comparator<V> order) {
    if (at == null) {
      return branch(value, null, null);
    }
    int compared = order.compare(value, at.value);
    if (compared == 0) {
      return branch(value, at.left, at.right);
    }
    return compared < 0
        ? balanced(at.value, insert(at.left, value, order), at.right)
        : balanced(at.value, at.left, insert(at.right, value, order));
  }

  private static <V> @Nullable Branch<V> delete(
      @Nullable Branch<V> at, V value, Comparator<V> order) {
    if (at == null) {
      return null;
    }
    int compared = order.compare(value, at.value);
    if (compared == 0) {
      return joined(at.left, at.right);
    }
    if (compared < 0) {
      Branch<V> left = delete(at.left, value, order);
      return left == at.left ? at : balanced(at.value, left, at.right);
    }
    Branch<V> right = delete(at.right, value, order);
    return right == at.right ? at : balanced(at.value, at.left, right);
  }

  private static <V> @Nullable Branch<V> joined(
      @Nullable Branch<V> left, @Nullable Branch<V> right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    Branch<V> next = right;
    while (next.left != null) {
      next = next.left;
    }
    return balanced(next.value, left, withoutFirst(right));
  }

  private static <V> @Nullable Branch<V> withoutFirst(Branch<V> at) {
    return at.left == null ? at.right : balanced(at.value, withoutFirst(at.left), at.right);
  }

  private static <V> Branch<V> balanced(
      V value, @Nullable Branch<V> left, @Nullable Branch<V> right) {
    if (left != null && height(left) > height(right) + 1) {
      Branch<V> inner = left.right;
      if (inner == null || height(left.left) >= height(inner)) {
        return branch(left.value, left.left, branch(value, inner, right));
      }
      Branch<V> low = branch(left.value, left.left, inner.left);
      return branch(inner.value, low, branch(value, inner.right, right));
    }
    if (right != null && height(right) > height(left) + 1) {
      Branch<V> inner = right.left;
      if (inner == null || height(right.right) >= height(inner)) {
        return branch(right.value, branch(value, left, inner), right.right);
      }
      Branch<V> high = branch(right.value, inner.right, right.right);
      return branch(inner.value, branch(value, left, inner.left), high);
    }
    return branch(value, left, right);
  }

  private static <V> Branch<V> branch(
      V value, @Nullable Branch<V> left, @Nullable Branch<V> right) {
    int height = Math.max(height(left), height(right)) + 1;
    return new Branch<>(value, left, right, height, size(left) + size(right) + 1);
  }

  private static int height(@Nullable Branch<?> branch) {
    return branch == null ? 0 : branch.height;
  }

  private static int size(@Nullable Branch<?> branch) {
    return branch == null ? 0 : branch.size;
  }

  /// The values in order.
  public Iterable<V> values() {
    return () -> new InOrder<>(root);
  }

  private static final class InOrder<V> implements Iterator<V> {
    private final ArrayDeque<Branch<V>> path = new ArrayDeque<>();

    InOrder(@Nullable Branch<V> root) {
      descend(root);
    }

    private void descend(@Nullable Branch<V> from) {
      for (Branch<V> at = from; at != null; at = at.left) {
        path.push(at);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public V next() {
      Branch<V> at = path.poll();
      if (at == null) {
        throw new NoSuchElementException();
      }
      descend(at.right);
      return at.value;
    }
  }
}
