package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.PreemptionPolicy;

/// Who may preempt whom, by the policies of the projects.
final class PreemptionRights {
  private PreemptionRights() {}

  /// Whether the project may take from others though it ends up above its nominal quota.
  static boolean whileBorrowing(CycleState state, int project) {
    PreemptionPolicy policy = state.catalog.project(project).preemption();
    boolean fair = state.index.policy.fairSharing();
    return policy.borrowWithinCohort() != PreemptionPolicy.Borrow.NEVER
        || (fair && policy.reclaimWithinCohort() != PreemptionPolicy.Reclaim.NEVER);
  }
}
