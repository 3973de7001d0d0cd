package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.NodeObservations;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Keeps new jobs from clusters that cannot be reached. A short gap is none; what runs there is
/// taken to run on, for as long as the cluster's settings say. One that comes back gets nothing new
/// before what was given up meanwhile is gone.
@Component
class Reachability {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  /// So long a cluster may be silent before it counts as out of reach.
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Clusters clusters;
  private final NodeObservations observations;

  Reachability(Clusters clusters, NodeObservations observations) {
    this.clusters = clusters;
    this.observations = observations;
  }

  void look(Collection<String> names, Instant now) {
    for (String name : names) {
      ClusterPort port = clusters.find(name).orElse(null);
      Instant since = port == null ? null : port.condition().since();
      boolean answers = since == null || now.isBefore(since.plus(PATIENCE));
      boolean reachable = answers && (observations.isReachable(name) || !hasLeftovers(port));
      if (observations.markReachable(name, reachable)) {
        LOG.warn("cluster {} {}", name, reachable ? "is reached again" : "is out of reach");
      }
    }
  }

  private static boolean hasLeftovers(@Nullable ClusterPort port) {
    return port != null && port.hasLeftovers();
  }

  /// Clusters that were out of reach for so long that their runs count as lost, and since when.
  SortedMap<String, Instant> lost(Collection<String> names, Instant now) {
    TreeMap<String, Instant> lost = new TreeMap<>();
    for (String name : names) {
      ClusterPort port = clusters.find(name).orElse(null);
      Duration after = port == null ? null : port.lostAfter();
      Instant since = port == null ? null : port.condition().since();
      if (after != null && since != null && !now.isBefore(since.plus(after))) {
        lost.put(name, since);
      }
    }
    return lost;
  }
}
