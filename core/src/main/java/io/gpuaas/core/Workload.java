package io.gpuaas.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an engine needs to know of a job: its shape and its place in the order. It carries no
/// state.
///
/// @param priority larger goes first; a 32-bit number as in Kubernetes
/// @param queuedAt orders jobs of equal priority; one that was evicted keeps it
/// @param spanClusters whether one gang may lie in several clusters
/// @param maxRuntimeMillis declared longest run, 0 when not declared
/// @param checkpoint what is known of its checkpoints; null when it makes none
/// @param placement how its nodes are filled; null leaves it to its flavor and the policy
/// @param waitsSince when it last began to wait; patience is counted from here
/// @param flavorOrder flavors in the order that the job would rather have them; all others come
///   after them, in the order of its project
public record Workload(
    JobId id,
    String project,
    int priority,
    Instant queuedAt,
    List<PodSet> podSets,
    boolean preemptible,
    boolean spanClusters,
    long maxRuntimeMillis,
    @Nullable Checkpoint checkpoint,
    @Nullable PlacementStrategy placement,
    Instant waitsSince,
    List<String> flavorOrder) {

  /// Work since the last checkpoint is lost when the job is evicted.
  ///
  /// @param everyMillis interval between checkpoints, 0 when unknown
  /// @param lastAt last one reported, null when none was
  public record Checkpoint(long everyMillis, @Nullable Instant lastAt) {}

  public Workload {
    podSets = List.copyOf(podSets);
    flavorOrder = List.copyOf(flavorOrder);
  }

  /// A job that leaves its placement to others and has waited since it was queued.
  public Workload(
      JobId id,
      String project,
      int priority,
      Instant queuedAt,
      List<PodSet> podSets,
      boolean preemptible,
      boolean spanClusters,
      long maxRuntimeMillis,
      @Nullable Checkpoint checkpoint) {
    this(
        id,
        project,
        priority,
        queuedAt,
        podSets,
        preemptible,
        spanClusters,
        maxRuntimeMillis,
        checkpoint,
        null,
        queuedAt,
        List.of());
  }

  public Workload withPodSets(List<PodSet> others) {
    return with(others, checkpoint, placement, waitsSince, flavorOrder);
  }

  public Workload withCheckpoint(Checkpoint newest) {
    return with(podSets, newest, placement, waitsSince, flavorOrder);
  }

  public Workload withPlacement(@Nullable PlacementStrategy strategy) {
    return with(podSets, checkpoint, strategy, waitsSince, flavorOrder);
  }

  public Workload withWaitsSince(Instant since) {
    return with(podSets, checkpoint, placement, since, flavorOrder);
  }

  public Workload withFlavorOrder(List<String> flavors) {
    return with(podSets, checkpoint, placement, waitsSince, flavors);
  }

  private Workload with(
      List<PodSet> newPodSets,
      @Nullable Checkpoint newCheckpoint,
      @Nullable PlacementStrategy newPlacement,
      Instant newWaitsSince,
      List<String> newFlavorOrder) {
    return new Workload(
        id,
        project,
        priority,
        queuedAt,
        newPodSets,
        preemptible,
        spanClusters,
        maxRuntimeMillis,
        newCheckpoint,
        newPlacement,
        newWaitsSince,
        newFlavorOrder);
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
