package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PreemptionPolicy.Borrow;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import io.gpuaas.quota.PreemptionPolicy.WithinProject;

/// Whom a job may preempt, by the policy of its project.
final class PreemptionRights {
  private PreemptionRights() {}

  /// Whether the project may take from others though it ends up above its nominal quota.
  static boolean whileBorrowing(CycleState state, int project) {
    PreemptionPolicy policy = state.catalog.project(project).preemption();
    boolean fair = state.index.policy.fairSharing();
    return policy.borrowWithinCohort() != Borrow.NEVER
        || (fair && policy.reclaimWithinCohort() != Reclaim.NEVER);
  }

  static boolean allows(WithinProject policy, Want want, Holding candidate) {
    return switch (policy) {
      case NEVER -> false;
      case LOWER_PRIORITY -> want.priority() > candidate.priority;
      case LOWER_OR_NEWER_EQUAL_PRIORITY ->
          want.priority() > candidate.priority
              || (want.priority() == candidate.priority
                  && want.queuedAt().isBefore(candidate.held.workload().queuedAt()));
    };
  }

  static boolean allows(Reclaim policy, Want want, Holding candidate) {
    return switch (policy) {
      case NEVER -> false;
      case LOWER_PRIORITY -> want.priority() > candidate.priority;
      case ANY -> true;
    };
  }

  /// Whether the candidate may also be taken when the project ends up borrowing.
  static boolean allowsWhileBorrowing(PreemptionPolicy policy, Want want, Holding candidate) {
    Integer threshold = policy.borrowMaxPriority();
    return policy.borrowWithinCohort() != Borrow.NEVER
        && candidate.priority < want.priority()
        && (threshold == null || candidate.priority <= threshold);
  }
}
