package io.gpuaas.quota;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A kind of capacity, as Kueue's ResourceFlavor.
///
/// @param nodeLabels labels that make a node belong to it; all must match
/// @param nodeTaints taints its nodes carry; a pod set needs to tolerate them
/// @param tolerations added to pods that get it
/// @param topology name of its topology, null when it has none
/// @param placement how its nodes are filled where the job does not say it; null leaves it to the
///   scheduling policy
public record Flavor(
    String name,
    SortedMap<String, String> nodeLabels,
    List<Taint> nodeTaints,
    List<Toleration> tolerations,
    @Nullable String topology,
    @Nullable PlacementStrategy placement) {
  public Flavor {
    nodeLabels = Collections.unmodifiableSortedMap(new TreeMap<>(nodeLabels));
    nodeTaints = List.copyOf(nodeTaints);
    tolerations = List.copyOf(tolerations);
  }

  /// One that leaves placement to the policy.
  public Flavor(
      String name,
      SortedMap<String, String> nodeLabels,
      List<Taint> nodeTaints,
      List<Toleration> tolerations,
      @Nullable String topology) {
    this(name, nodeLabels, nodeTaints, tolerations, topology, null);
  }
}
