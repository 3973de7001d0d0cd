package io.gpuaas.core;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Amounts by resource name, in the units of [Resources]. Never negative, immutable, iterated in
/// name order. Arithmetic is exact: an overflow throws, callers validate sizes first.
public record ResourceAmounts(SortedMap<String, Long> byName) {
  public static final ResourceAmounts NONE = new ResourceAmounts(Collections.emptySortedMap());

  public ResourceAmounts {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    for (Map.Entry<String, Long> entry : byName.entrySet()) {
      if (entry.getValue() < 0) {
        throw new IllegalArgumentException(
            "%s (%d) must not be negative.".formatted(entry.getKey(), entry.getValue()));
      }
    }
  }

  public static ResourceAmounts of(Map<String, Long> amounts) {
    return new ResourceAmounts(new TreeMap<>(amounts));
  }

  public static ResourceAmounts of(String resource, long amount) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    amounts.put(resource, amount);
    return new ResourceAmounts(amounts);
  }

  /// The amount of `resource`; 0 when it is not named.
  public long of(String resource) {
    return byName.getOrDefault(resource, 0L);
  }

  public ResourceAmounts with(String resource, long amount) {
    TreeMap<String, Long> copy = new TreeMap<>(byName);
    copy.put(resource, amount);
    return new ResourceAmounts(copy);
  }

  public ResourceAmounts plus(ResourceAmounts other) {
    TreeMap<String, Long> sum = new TreeMap<>(byName);
    other.byName.forEach((name, amount) -> sum.merge(name, amount, Math::addExact));
    return new ResourceAmounts(sum);
  }

  public ResourceAmounts times(long factor) {
    TreeMap<String, Long> product = new TreeMap<>();
    byName.forEach((name, amount) -> product.put(name, Math.multiplyExact(amount, factor)));
    return new ResourceAmounts(product);
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }
}
