package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Something that is remembered of a job.
record Remembered<V>(JobId job, V value) {
  private static <V> Comparator<Remembered<V>> order() {
    return Comparator.comparing(Remembered::job);
  }

  static <V> @Nullable V find(SortedTree<Remembered<V>> tree, JobId job) {
    Remembered<V> found = tree.find(it -> job.compareTo(it.job));
    return found == null ? null : found.value;
  }

  static <V> SortedTree<Remembered<V>> with(SortedTree<Remembered<V>> tree, JobId job, V value) {
    return tree.with(new Remembered<>(job, value), order());
  }

  static <V> SortedTree<Remembered<V>> without(SortedTree<Remembered<V>> tree, JobId job) {
    Remembered<V> found = tree.isEmpty() ? null : tree.find(it -> job.compareTo(it.job));
    return found == null ? tree : tree.without(found, order());
  }

  static <V> SortedTree<Remembered<V>> of(SortedMap<JobId, V> values) {
    List<Remembered<V>> list = new ArrayList<>();
    values.forEach((job, value) -> list.add(new Remembered<>(job, value)));
    return SortedTree.ofSorted(list);
  }

  static <V> SortedMap<JobId, V> toMap(SortedTree<Remembered<V>> tree) {
    SortedMap<JobId, V> map = new TreeMap<>();
    tree.values().forEach(it -> map.put(it.job, it.value));
    return map;
  }
}
