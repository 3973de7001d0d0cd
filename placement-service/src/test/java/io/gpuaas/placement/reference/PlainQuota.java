package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A quota tree with what each project uses. Nodes are named `project a` and `cohort x`.
final class PlainQuota {
  private final SortedMap<String, @Nullable String> parents = new TreeMap<>();
  private final SortedMap<String, Long> weightsMilli = new TreeMap<>();
  private final SortedMap<String, SortedMap<FlavorResource, Quota>> quotas = new TreeMap<>();
  private final SortedMap<String, SortedMap<FlavorResource, Long>> used = new TreeMap<>();
  private final SortedSet<FlavorResource> cells = new TreeSet<>();

  PlainQuota(QuotaConfig config) {
    for (Project project : config.projects()) {
      String parent = project.cohort() == null ? null : "cohort " + project.cohort();
      if (parent != null) {
        enter(parent, null, 1000, List.of());
      }
      enter("project " + project.name(), parent, project.fairWeightMilli(), project.quotas());
      used.put("project " + project.name(), new TreeMap<>());
    }
    for (Cohort cohort : config.cohorts()) {
      String parent = cohort.parent() == null ? null : "cohort " + cohort.parent();
      enter("cohort " + cohort.name(), parent, cohort.fairWeightMilli(), cohort.quotas());
    }
  }

  private void enter(String node, @Nullable String parent, long weightMilli, List<Quota> rows) {
    parents.put(node, parent);
    weightsMilli.put(node, weightMilli);
    SortedMap<FlavorResource, Quota> byCell = new TreeMap<>();
    rows.forEach(quota -> byCell.put(quota.cell(), quota));
    cells.addAll(byCell.keySet());
    quotas.put(node, byCell);
  }

  void add(String project, SortedMap<FlavorResource, Long> amounts) {
    SortedMap<FlavorResource, Long> own = used.getOrDefault("project " + project, new TreeMap<>());
    amounts.forEach((cell, amount) -> own.merge(cell, amount, Long::sum));
  }

  void remove(String project, SortedMap<FlavorResource, Long> amounts) {
    SortedMap<FlavorResource, Long> own = used.getOrDefault("project " + project, new TreeMap<>());
    amounts.forEach((cell, amount) -> own.merge(cell, -amount, Long::sum));
  }

  @Nullable String parent(String node) {
    return parents.get(node);
  }

  String root(String node) {
    String parent = parent(node);
    return parent == null ? node : root(parent);
  }

  /// Itself first, the root last.
  List<String> upwards(String node) {
    List<String> path = new ArrayList<>();
    for (String at = node; at != null; at = parent(at)) {
      path.add(at);
    }
    return path;
  }

  List<String> children(String node) {
    List<String> found = new ArrayList<>();
    parents.forEach(
        (child, parent) -> {
          if (node.equals(parent)) {
            found.add(child);
          }
        });
    return found;
  }

  static boolean isProject(String node) {
    return node.startsWith("project ");
  }

  private @Nullable Quota quota(String node, FlavorResource cell) {
    return quotas.getOrDefault(node, new TreeMap<>()).get(cell);
  }

  long nominal(String node, FlavorResource cell) {
    Quota quota = quota(node, cell);
    return quota == null ? 0 : quota.nominal();
  }

  @Nullable Long borrowingLimit(String node, FlavorResource cell) {
    Quota quota = quota(node, cell);
    return quota == null ? null : quota.borrowingLimit();
  }

  /// Own quota and all that the children lend.
  long subtree(String node, FlavorResource cell) {
    long sum = nominal(node, cell);
    for (String child : children(node)) {
      sum += subtree(child, cell) - guaranteed(child, cell);
    }
    return sum;
  }

  /// What the node does not lend.
  long guaranteed(String node, FlavorResource cell) {
    Quota quota = quota(node, cell);
    Long lending = quota == null ? null : quota.lendingLimit();
    return lending == null ? 0 : Math.max(0, subtree(node, cell) - lending);
  }

  long usage(String node, FlavorResource cell) {
    if (isProject(node)) {
      return used.getOrDefault(node, new TreeMap<>()).getOrDefault(cell, 0L);
    }
    long sum = 0;
    for (String child : children(node)) {
      sum += Math.max(0, usage(child, cell) - guaranteed(child, cell));
    }
    return sum;
  }

  long localAvailable(String node, FlavorResource cell) {
    return Math.max(0, guaranteed(node, cell) - usage(node, cell));
  }

  long available(String node, FlavorResource cell) {
    String parent = parent(node);
    if (parent == null) {
      return subtree(node, cell) - usage(node, cell);
    }
    long shared = available(parent, cell);
    Long limit = borrowingLimit(node, cell);
    if (limit != null) {
      long lendable = subtree(node, cell) - guaranteed(node, cell);
      long lent = Math.max(0, usage(node, cell) - guaranteed(node, cell));
      shared = Math.min(shared, lendable - lent + limit);
    }
    return localAvailable(node, cell) + shared;
  }

  long potential(String node, FlavorResource cell) {
    String parent = parent(node);
    if (parent == null) {
      return subtree(node, cell);
    }
    long most = guaranteed(node, cell) + potential(parent, cell);
    Long limit = borrowingLimit(node, cell);
    return limit == null ? most : Math.min(most, subtree(node, cell) + limit);
  }

  boolean withinOwn(String node, FlavorResource cell, long more) {
    return usage(node, cell) + more <= subtree(node, cell);
  }

  boolean withinOwn(String node, SortedSet<FlavorResource> some) {
    return some.stream().allMatch(cell -> withinOwn(node, cell, 0));
  }

  int height(String node) {
    int height = 0;
    for (String child : children(node)) {
      height = Math.max(height, isProject(child) ? 1 : height(child) + 1);
    }
    return height;
  }

  /// The node whose own quota would hold `more`, the root if none does.
  String host(String project, FlavorResource cell, long more) {
    if (withinOwn(project, cell, more)) {
      return project;
    }
    long rest = more;
    for (String node : upwards(project)) {
      boolean holds = !node.equals(project) && withinOwn(node, cell, rest);
      if (holds || parent(node) == null) {
        return node;
      }
      rest -= localAvailable(node, cell);
    }
    return root(project);
  }

  int borrowLevel(String project, FlavorResource cell, long more) {
    String host = host(project, cell, more);
    return host.equals(project) ? 0 : height(host);
  }

  /// The dominant resource share; a root has none.
  Share share(String node) {
    String parent = parent(node);
    if (parent == null) {
      return new Share(0, 1, false);
    }
    SortedMap<String, Long> borrowed = new TreeMap<>();
    SortedMap<String, Long> lendable = new TreeMap<>();
    for (FlavorResource cell : cells) {
      long over = Math.max(0, usage(node, cell) - subtree(node, cell));
      borrowed.merge(cell.resource(), over, Long::sum);
      lendable.merge(cell.resource(), potential(parent, cell), Long::sum);
    }
    double ratio = 0;
    for (var entry : borrowed.entrySet()) {
      long lent = lendable.getOrDefault(entry.getKey(), 0L);
      if (lent > 0) {
        ratio = Math.max(ratio, entry.getValue() * 1000.0 / lent);
      }
    }
    boolean borrows = borrowed.values().stream().anyMatch(it -> it > 0);
    return new Share(ratio, weightsMilli.getOrDefault(node, 1000L) / 1000.0, borrows);
  }

  /// @param borrowing whether it uses more than its own of anything
  record Share(double ratio, double weight, boolean borrowing) implements Comparable<Share> {
    boolean infinite() {
      return weight == 0 && ratio > 0;
    }

    @Override
    public int compareTo(Share other) {
      if (infinite() && other.infinite()) {
        return Double.compare(ratio, other.ratio);
      }
      return Double.compare(value(), other.value());
    }

    private double value() {
      return infinite() ? Double.POSITIVE_INFINITY : ratio == 0 ? 0 : ratio / weight;
    }
  }
}
