package io.gpuaas.placement;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one cycle decided, in the order to be applied. Jobs that keep waiting have no step; ask
/// `AdmissionCycle.explain` why.
///
/// @param complete false when the cycle's budget ended before each waiting job was looked at
/// @param seen for the budget of the next cycle; nothing once a cycle was complete
/// @param again when time alone may lead to other decisions; null when it cannot
public record CyclePlan(
    List<PlanStep> steps, boolean complete, SeenShapes seen, @Nullable Instant again) {
  public CyclePlan {
    steps = List.copyOf(steps);
  }
}
