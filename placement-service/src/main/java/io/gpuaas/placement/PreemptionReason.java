package io.gpuaas.placement;

/// On which right a victim is preempted (Kueue's preemption reasons).
public enum PreemptionReason {
  IN_PROJECT("InProject"),
  IN_COHORT_RECLAMATION("InCohortReclamation"),
  IN_COHORT_FAIR_SHARING("InCohortFairSharing"),
  IN_COHORT_RECLAIM_WHILE_BORROWING("InCohortReclaimWhileBorrowing"),
  PROJECT_STOPPED("ProjectStopped"),
  QUOTA_CUT("QuotaCut");

  private final String code;

  PreemptionReason(String code) {
    this.code = code;
  }

  /// The spelling of the scenario format and of events.
  public String code() {
    return code;
  }
}
