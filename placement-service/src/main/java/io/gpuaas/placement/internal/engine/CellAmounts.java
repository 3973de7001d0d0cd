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

  /// Parts beside the whole amounts.
  private long[] parts = new long[4];

  private int size;

  void add(int cell, long amount) {
    add(cell, amount, 0);
  }

  void add(int cell, long amount, long more) {
    int at = indexOf(cell);
    amounts[at] = Amount.plus(amounts[at], amount);
    parts[at] = Amount.plus(parts[at], more);
  }

  private int indexOf(int cell) {
    for (int i = 0; i < size; i++) {
      if (cells[i] == cell) {
        return i;
      }
    }
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, 2 * size);
      amounts = Arrays.copyOf(amounts, 2 * size);
      parts = Arrays.copyOf(parts, 2 * size);
    }
    cells[size] = cell;
    return size++;
  }

  /// Parts of the cell beside its whole amount.
  long partsOf(int cell) {
    for (int i = 0; i < size; i++) {
      if (cells[i] == cell) {
        return parts[i];
      }
    }
    return 0;
  }

  long parts(int index) {
    return parts[index];
  }

  /// What the `index`-th would add to the use of the project: whole units.
  long charge(QuotaUsage usage, int project, int index) {
    return parts[index] == 0
        ? amounts[index]
        : Amount.plus(amounts[index], usage.chargeOf(project, cells[index], parts[index]));
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
      usage.addParts(project, cells[i], parts[i]);
    }
  }

  void removeFrom(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      usage.remove(project, cells[i], amounts[i]);
      usage.removeParts(project, cells[i], parts[i]);
    }
  }

  /// Whether all of it is available to the project.
  boolean fits(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      long charge = charge(usage, project, i);
      if (charge > 0 && charge > usage.available(project, cells[i])) {
        return false;
      }
    }
    return true;
  }

  /// Whether the project would use more than its nominal quota of some cell with it.
  boolean borrows(QuotaUsage usage, int project) {
    for (int i = 0; i < size; i++) {
      long charge = charge(usage, project, i);
      if (charge > 0 && usage.isBorrowingWith(project, cells[i], charge)) {
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
              Amount.plus(usage.used(project, cells[i]), charge(usage, project, i)),
              tree.nominal(project, cells[i]));
      long borrowed = Math.min(over, charge(usage, project, i));
      if (borrowed > 0 && tree.hasParent(project)) {
        result.put(tree.cells().get(cells[i]), borrowed);
      }
    }
    return result;
  }
}
