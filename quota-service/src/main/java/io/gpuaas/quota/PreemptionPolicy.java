package io.gpuaas.quota;

import org.jspecify.annotations.Nullable;

/// Whom a project's waiting jobs may preempt, as in Kueue's ClusterQueue.
///
/// @param borrowMaxPriority with `borrowWithinCohort = LOWER_PRIORITY`: victims above this priority
///   are safe; null = no threshold
public record PreemptionPolicy(
    WithinProject withinProject,
    Reclaim reclaimWithinCohort,
    Borrow borrowWithinCohort,
    @Nullable Integer borrowMaxPriority) {
  public static final PreemptionPolicy DEFAULT =
      new PreemptionPolicy(WithinProject.LOWER_PRIORITY, Reclaim.ANY, Borrow.NEVER, null);

  /// Victims in the own project.
  public enum WithinProject {
    NEVER,
    LOWER_PRIORITY,
    LOWER_OR_NEWER_EQUAL_PRIORITY
  }

  /// Victims elsewhere in the cohort that use lent quota.
  public enum Reclaim {
    NEVER,
    LOWER_PRIORITY,
    ANY
  }

  /// Victims elsewhere in the cohort while the project itself ends up borrowing.
  public enum Borrow {
    NEVER,
    LOWER_PRIORITY
  }
}
