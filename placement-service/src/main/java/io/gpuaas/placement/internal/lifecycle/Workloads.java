package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The engines' view of jobs. A job that was evicted keeps its place: the queue goes by submission.
public final class Workloads {
  private Workloads() {}

  public static Workload of(Job job, @Nullable Run run) {
    return of(job, run, QueueTurn.COME);
  }

  /// One that may lie only where the queues of clusters have let it in.
  public static Workload of(Job job, @Nullable Run run, QueueTurn turn) {
    NodeAffinityTerm elsewhere =
        turn.barred().isEmpty()
            ? null
            : new NodeAffinityTerm(
                Node.CLUSTER_LABEL, NodeAffinityTerm.Operator.NOT_IN, List.copyOf(turn.barred()));
    List<PodSet> podSets = new ArrayList<>();
    for (PodSet podSet : job.spec().podSets()) {
      NodeAffinityTerm chosen = turn.nodes().get(podSet.name());
      PodSet there = chosen == null ? podSet : podSet.withFirstTerm(chosen);
      podSets.add(elsewhere == null ? there : there.withFirstTerm(elsewhere));
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
