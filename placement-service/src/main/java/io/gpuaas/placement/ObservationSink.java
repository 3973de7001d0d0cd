package io.gpuaas.placement;

import java.util.List;

/// Where clusters report to. Never blocks for long and never throws on an unknown run.
public interface ObservationSink {
  void observed(String cluster, List<Observation> observations);

  /// The answer to [ClusterPort#requestResync]: what may have been said before. Only what is news
  /// is recorded.
  default void repeated(String cluster, List<Observation> observations) {
    observed(cluster, observations);
  }

  /// The queue of a cluster that governs may say otherwise of some jobs now.
  default void queueMoved(String cluster) {}
}
