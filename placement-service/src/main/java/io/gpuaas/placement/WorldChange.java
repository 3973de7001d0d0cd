package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A committed fact that brings a `World` up to date.
public sealed interface WorldChange {
  record ConfigReplaced(QuotaConfig config, SchedulingPolicy policy) implements WorldChange {}

  /// What kinds of pods are expected from now on.
  record MixLearnt(ExpectedMix mix) implements WorldChange {}

  record NodeSet(Node node) implements WorldChange {}

  record NodeRemoved(NodeRef node) implements WorldChange {}

  /// The job waits now: it is new, or it was released and goes back to the queue.
  record Queued(Workload workload) implements WorldChange {}

  /// The job waits no more, without having been admitted.
  record Unqueued(JobId job) implements WorldChange {}

  /// A waiting job holds quota and nodes from now on.
  record Admitted(JobId job, List<PodSetAssignment> assignments, Instant at)
      implements WorldChange {
    public Admitted {
      assignments = List.copyOf(assignments);
    }
  }

  /// A holding job was told to stop, for `claimant` if it was preempted; it still holds its room.
  record Evicting(JobId job, @Nullable JobId claimant, Instant at) implements WorldChange {}

  /// A job holds nothing any more.
  record Released(JobId job, Instant at) implements WorldChange {}

  /// A holding job has written a checkpoint.
  record Checkpointed(JobId job, Instant at) implements WorldChange {}
}
