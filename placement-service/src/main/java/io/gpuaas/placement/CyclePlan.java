package io.gpuaas.placement;

import java.util.List;

/// What one cycle decided, in the order to be applied. Jobs that keep waiting have no step; ask
/// `AdmissionCycle.explain` why.
///
/// @param complete false when the cycle's budget ended before each waiting job was looked at
public record CyclePlan(List<PlanStep> steps, boolean complete) {
  public CyclePlan {
    steps = List.copyOf(steps);
  }
}
