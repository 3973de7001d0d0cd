package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What two jobs have in common that ask the nodes for the same, whatever their projects and
/// priorities are. Ordered totally, but not the same in each process: nothing may follow from it.
final class GangKey implements Comparable<GangKey> {
  private final List<PodSet> podSets;
  private final boolean spanClusters;
  private final @Nullable PlacementStrategy placement;
  private final int[] counts;
  private final int[][] flavors;
  private final int hash;

  GangKey(GangAsk ask) {
    podSets = ask.shape.key.podSets;
    spanClusters = ask.shape.spanClusters();
    placement = ask.shape.key.placement;
    counts = ask.counts;
    flavors = ask.flavors;
    int pods = podSets.hashCode() * 31 + (spanClusters ? 1 : 0);
    hash = (pods * 31 + Arrays.hashCode(counts)) * 31 + Arrays.deepHashCode(flavors);
  }

  private boolean same(GangKey other) {
    return spanClusters == other.spanClusters
        && placement == other.placement
        && Arrays.equals(counts, other.counts)
        && Arrays.deepEquals(flavors, other.flavors)
        && podSets.equals(other.podSets);
  }

  @Override
  public int compareTo(GangKey other) {
    int compared = Integer.compare(hash, other.hash);
    if (compared != 0) {
      return compared;
    }
    return same(other) ? 0 : text().compareTo(other.text());
  }

  private String text() {
    String numbers = Arrays.toString(counts) + Arrays.deepToString(flavors);
    return podSets + " " + spanClusters + " " + placement + " " + numbers;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GangKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
