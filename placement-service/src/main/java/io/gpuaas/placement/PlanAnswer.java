package io.gpuaas.placement;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.WaitReason;
import java.util.List;

/// What would become of a job that is not submitted yet. Nothing is held for it.
///
/// @param reasons why not now, dominant one first; empty when it fits
/// @param assignments where it would lie; empty unless it fits now
/// @param holdings what it would hold, by class; as if it had all it asks for when it does not fit
/// @param victims jobs that would be preempted for it
/// @param freeMilliGpus GPUs free on nodes that it could use
public record PlanAnswer(
    Feasible feasible,
    List<WaitReason> reasons,
    List<PodSetAssignment> assignments,
    List<GpuHolding> holdings,
    List<JobId> victims,
    long freeMilliGpus) {
  /// When it could start.
  public enum Feasible {
    NOW,
    /// After others have made room.
    LATER,
    /// Not on the hardware and quota there is.
    NEVER
  }

  public PlanAnswer {
    reasons = List.copyOf(reasons);
    assignments = List.copyOf(assignments);
    holdings = List.copyOf(holdings);
    victims = List.copyOf(victims);
  }
}
