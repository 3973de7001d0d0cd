package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.ClusterCondition;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.NodeObservations;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Keeps new jobs from clusters that cannot be reached. A short gap is none; what runs there is
/// taken to run on however long it lasts.
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
      ClusterCondition condition =
          clusters.find(name).map(ClusterPort::condition).orElse(ClusterCondition.WELL);
      Instant since = condition.since();
      boolean reachable = since == null || now.isBefore(since.plus(PATIENCE));
      if (observations.markReachable(name, reachable)) {
        LOG.warn("cluster {} {}", name, reachable ? "is reached again" : "is out of reach");
      }
    }
  }
}
