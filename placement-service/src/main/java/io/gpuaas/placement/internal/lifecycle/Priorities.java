package io.gpuaas.placement.internal.lifecycle;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The priority that each class stands for.
public final class Priorities {
  private static final SortedMap<String, Integer> VALUES = values();

  private Priorities() {}

  private static SortedMap<String, Integer> values() {
    SortedMap<String, Integer> values = new TreeMap<>();
    values.put("low", -100);
    values.put("normal", 0);
    values.put("high", 100);
    values.put("urgent", 1000);
    return Collections.unmodifiableSortedMap(values);
  }

  /// The value of a class; null when there is no such class.
  public static @Nullable Integer of(String priorityClass) {
    return VALUES.get(priorityClass);
  }

  public static List<String> names() {
    return List.copyOf(VALUES.keySet());
  }
}
