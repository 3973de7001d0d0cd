package io.gpuaas.api.internal.edge.config;

import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// GPUs of the nodes of some flavors, as they are now.
///
/// @param gpus of all nodes
/// @param free on nodes that are ready and schedulable
/// @param freeByCluster the same for each cluster, in pods of the asked size
/// @param nodesByFree number of usable nodes by their free GPUs, nodes without a free one left out
public record FreeGpus(
    long gpus,
    long free,
    SortedMap<String, Long> freeByCluster,
    SortedMap<Long, Integer> nodesByFree) {
  public FreeGpus {
    freeByCluster = Collections.unmodifiableSortedMap(new TreeMap<>(freeByCluster));
    nodesByFree = Collections.unmodifiableSortedMap(new TreeMap<>(nodesByFree));
  }

  /// Counts the nodes that match one of `labels`.
  ///
  /// @param labels node labels of flavors
  /// @param podGpus GPUs of one pod: what is left on a node below that serves no pod
  public static FreeGpus of(
      World world, Collection<? extends Map<String, String>> labels, long podGpus) {
    long gpus = 0;
    long free = 0;
    TreeMap<String, Long> byCluster = new TreeMap<>();
    TreeMap<Long, Integer> byFree = new TreeMap<>();
    for (Node node : world.nodes()) {
      boolean matches =
          labels.stream().anyMatch(it -> node.labels().entrySet().containsAll(it.entrySet()));
      if (!matches) {
        continue;
      }
      gpus += node.capacity().of(Resources.GPU);
      long left = node.ready() && node.schedulable() ? world.freeGpus(node.ref()) : 0;
      if (left > 0) {
        free += left;
        byFree.merge(left, 1, Integer::sum);
        long inPods = podGpus == 0 ? 0 : left / podGpus * podGpus;
        byCluster.merge(node.ref().cluster(), inPods, Long::sum);
      }
    }
    return new FreeGpus(gpus, free, byCluster, byFree);
  }

  /// The most GPUs that one job could get now: a gang lies in one cluster.
  public long largestGang() {
    return freeByCluster.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
