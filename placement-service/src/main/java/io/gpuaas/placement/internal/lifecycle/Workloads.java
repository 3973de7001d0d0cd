package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The engines' view of jobs. A job that was evicted keeps its place: the queue goes by submission.
public final class Workloads {
  private Workloads() {}

  public static Workload of(Job job, @Nullable Run run) {
    return of(job, run, Collections.emptySortedMap());
  }

  /// One whose pod sets may lie on certain nodes only.
  ///
  /// @param nodes by pod set; those that are not named may lie anywhere
  public static Workload of(Job job, @Nullable Run run, SortedMap<String, NodeAffinityTerm> nodes) {
    List<PodSet> podSets = new ArrayList<>();
    for (PodSet podSet : job.spec().podSets()) {
      NodeAffinityTerm term = nodes.get(podSet.name());
      podSets.add(term == null ? podSet : podSet.withFirstTerm(term));
    }
    long every = job.spec().checkpointEveryMillis();
    Workload.Checkpoint checkpoint =
        every == 0 ? null : new Workload.Checkpoint(every, run == null ? null : run.checkpointAt());
    return new Workload(
        job.id(),
        job.project(),
        job.priority(),
        job.submittedAt(),
        podSets,
        job.spec().preemptible(),
        job.spec().spanClusters(),
        job.spec().maxRuntimeMillis(),
        checkpoint,
        job.spec().placement(),
        job.queuedAt(),
        job.spec().flavorOrder());
  }
}
