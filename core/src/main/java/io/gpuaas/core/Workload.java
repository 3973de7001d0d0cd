package io.gpuaas.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an engine needs to know of a job: its shape and its place in the order. It carries no
/// state.
///
/// @param priority larger goes first; a 32-bit number as in Kubernetes
/// @param queuedAt orders jobs of equal priority; set again when a policy sends a job to the back
/// @param spanClusters whether one gang may lie in several clusters
/// @param maxRuntimeMillis declared longest run, 0 when not declared
/// @param checkpoint what is known of its checkpoints; null when it makes none
public record Workload(
    JobId id,
    String project,
    int priority,
    Instant queuedAt,
    List<PodSet> podSets,
    boolean preemptible,
    boolean spanClusters,
    long maxRuntimeMillis,
    @Nullable Checkpoint checkpoint) {

  /// Work since the last checkpoint is lost when the job is evicted.
  ///
  /// @param everyMillis interval between checkpoints, 0 when unknown
  /// @param lastAt last one reported, null when none was
  public record Checkpoint(long everyMillis, @Nullable Instant lastAt) {}

  public Workload {
    podSets = List.copyOf(podSets);
  }

  /// GPUs of all pods in thousandths.
  public long milliGpus() {
    long sum = 0;
    for (PodSet podSet : podSets) {
      sum = Math.addExact(sum, podSet.milliGpus());
    }
    return sum;
  }
}
