package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/// Amounts of a few quota cells, by cell number. Small and growing only; amounts are 0 or more.
final class CellAmounts {
  private int[] cells = new int[4];
  private long[] amounts = new long[4];
  private int size;

  void add(int cell, long amount) {
    for (int i = 0; i < size; i++) {
      if (cells[i] == cell) {
        amounts[i] = Amount.plus(amounts[i], amount);
        return;
      }
    }
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, 2 * size);
      amounts = Arrays.copyOf(amounts, 2 * size);
    }
    cells[size] = cell;
    amounts[size++] = amount;
  }

  long of(int cell) {
    for (int i = 0; i < size; i++) {
      if (cells[i] == cell) {
        return amounts[i];
      }
    }
    return 0;
  }

  int size() {
    return size;
  }

  int cell(int index) {
    return cells[index];
  }

  long amount(int index) {
    return amounts[index];
  }

  void addTo(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      usage.add(project, cells[i], amounts[i]);
    }
  }

  void removeFrom(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      usage.remove(project, cells[i], amounts[i]);
    }
  }

  /// Whether all of it is available to the project.
  boolean fits(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      if (amounts[i] > 0 && amounts[i] > usage.available(project, cells[i])) {
        return false;
      }
    }
    return true;
  }

  /// Whether the project would use more than its nominal quota of some cell with it.
  boolean borrows(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      if (amounts[i] > 0 && usage.isBorrowingWith(project, cells[i], amounts[i])) {
        return true;
      }
    }
    return false;
  }

  /// What of each cell the project would borrow with it, cells without borrowing left out.
  SortedMap<FlavorResource, Long> borrowed(QuotaUsage usage, int project) {
    QuotaTree tree = usage.tree();
    SortedMap<FlavorResource, Long> result = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      long over =
          Amount.minus(
              Amount.plus(usage.used(project, cells[i]), amounts[i]),
              tree.nominal(project, cells[i]));
      long borrowed = Math.min(over, amounts[i]);
      if (borrowed > 0 && tree.hasParent(project)) {
        result.put(tree.cells().get(cells[i]), borrowed);
      }
    }
    return result;
  }
}
