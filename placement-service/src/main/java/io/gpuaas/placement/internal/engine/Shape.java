package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.Amount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What jobs have in common that are decided alike: project, priority and pod sets, compiled for
/// one [Catalog]. When one of them cannot be admitted, none can.
final class Shape {
  final Key key;
  final int project;
  final List<PodAsk> pods;
  final List<List<Integer>> units;
  final long milliGpus;

  /// What it takes of the quota if each pod set gets the first flavor that suits it.
  final CellAmounts firstChoice;

  /// Equal for jobs of one shape. Its order is total, but not the same in each process: nothing may
  /// follow from it.
  static final class Key implements Comparable<Key> {
    final String project;
    final int priority;
    final boolean spanClusters;
    final List<PodSet> podSets;
    final @Nullable PlacementStrategy placement;
    final List<String> flavorOrder;

    /// Of jobs with patience, which thus have a shape each; null for all others.
    final @Nullable Instant waitsSince;

    private final int hash;

    Key(Workload workload) {
      project = workload.project();
      priority = workload.priority();
      spanClusters = workload.spanClusters();
      podSets = workload.podSets();
      placement = workload.placement();
      flavorOrder = workload.flavorOrder();
      waitsSince = Patience.isWished(podSets) ? workload.waitsSince() : null;
      hash = (podSets.hashCode() * 31 + project.hashCode()) * 31 + priority;
    }

    private boolean same(Key other) {
      return priority == other.priority
          && spanClusters == other.spanClusters
          && placement == other.placement
          && Objects.equals(waitsSince, other.waitsSince)
          && project.equals(other.project)
          && flavorOrder.equals(other.flavorOrder)
          && podSets.equals(other.podSets);
    }

    @Override
    public int compareTo(Key other) {
      int compared = Integer.compare(hash, other.hash);
      if (compared != 0) {
        return compared;
      }
      return same(other) ? 0 : text().compareTo(other.text());
    }

    private String text() {
      return "%s %d %b %s %s %s %s"
          .formatted(project, priority, spanClusters, placement, flavorOrder, waitsSince, podSets);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  Shape(Key key, int project, List<PodAsk> pods, long milliGpus) {
    this.key = key;
    this.project = project;
    this.pods = pods;
    this.milliGpus = milliGpus;
    units = unitsOf(key.podSets);
    firstChoice = firstChoices();
  }

  /// A shape of an unknown project has number -1 and no compiled pods; it is refused.
  static Shape compile(Catalog catalog, Key key, int project) {
    List<PodAsk> pods = new ArrayList<>();
    long milliGpus = 0;
    for (PodSet set : key.podSets) {
      if (project >= 0) {
        pods.add(new PodAsk(catalog, catalog.project(project), key.flavorOrder, set));
      }
      long perPod = Amount.times(set.requests().of(Resources.GPU), 1000);
      long share = set.device().milliGpu() > 0 ? set.device().milliGpu() : perPod;
      milliGpus = Amount.plus(milliGpus, Amount.times(share, set.count()));
    }
    return new Shape(key, project, List.copyOf(pods), milliGpus);
  }

  /// Indexes of pod sets that must be placed together, in order.
  private static List<List<Integer>> unitsOf(List<PodSet> sets) {
    SequencedMap<String, List<Integer>> byGroup = new LinkedHashMap<>();
    for (int i = 0; i < sets.size(); i++) {
      String group = sets.get(i).group();
      String unit = group.isEmpty() ? "set " + i : "group " + group;
      byGroup.computeIfAbsent(unit, _ -> new ArrayList<>()).add(i);
    }
    return List.copyOf(byGroup.values());
  }

  private CellAmounts firstChoices() {
    CellAmounts result = new CellAmounts();
    for (PodAsk pod : pods) {
      for (PodAsk.GroupAsk group : pod.groups) {
        int flavor = group.firstMatch();
        for (int r = 0; flavor >= 0 && r < group.perPod.length; r++) {
          long parts = Amount.times(group.partsOf(flavor, r), pod.set.count());
          result.add(group.cells[flavor][r], Amount.times(group.perPod[r], pod.set.count()), parts);
        }
      }
    }
    return result;
  }

  int priority() {
    return key.priority;
  }

  boolean spanClusters() {
    return key.spanClusters;
  }

  int[] fullCounts() {
    return key.podSets.stream().mapToInt(PodSet::count).toArray();
  }

  boolean mayShrink() {
    return key.podSets.stream().anyMatch(set -> set.minCount() < set.count());
  }
}
