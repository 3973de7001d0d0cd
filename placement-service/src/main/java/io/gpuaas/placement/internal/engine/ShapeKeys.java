package io.gpuaas.placement.internal.engine;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// A set of shapes. Immutable.
public final class ShapeKeys {
  public static final ShapeKeys NONE = new ShapeKeys(new TreeSet<>());

  private final SortedSet<Shape.Key> keys;

  private ShapeKeys(SortedSet<Shape.Key> keys) {
    this.keys = Collections.unmodifiableSortedSet(keys);
  }

  boolean has(Shape shape) {
    return !keys.isEmpty() && keys.contains(shape.key);
  }

  ShapeKeys and(SortedSet<Shape.Key> more) {
    TreeSet<Shape.Key> all = new TreeSet<>(keys);
    all.addAll(more);
    return new ShapeKeys(all);
  }
}
