package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.Workload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import org.jspecify.annotations.Nullable;

/// The engines' view of jobs. A job that was evicted keeps its place: the queue goes by submission.
public final class Workloads {
  private Workloads() {}

  public static Workload of(Job job, @Nullable Run run) {
    long every = job.spec().checkpointEveryMillis();
    Workload.Checkpoint checkpoint =
        every == 0 ? null : new Workload.Checkpoint(every, run == null ? null : run.checkpointAt());
    return new Workload(
        job.id(),
        job.project(),
        job.priority(),
        job.submittedAt(),
        job.spec().podSets(),
        job.spec().preemptible(),
        job.spec().spanClusters(),
        job.spec().maxRuntimeMillis(),
        checkpoint,
        job.spec().placement(),
        job.queuedAt(),
        job.spec().flavorOrder());
  }
}
