package io.gpuaas.placement;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.WaitReason;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One decision of a cycle. A gang is one step: it is applied whole or not at all.
public sealed interface PlanStep {
  JobId job();

  /// The job gets quota and nodes.
  ///
  /// @param borrowed what of it lies above the project's nominal quota
  record Admit(
      JobId job, List<PodSetAssignment> assignments, SortedMap<FlavorResource, Long> borrowed)
      implements PlanStep {
    public Admit {
      assignments = List.copyOf(assignments);
      borrowed = Collections.unmodifiableSortedMap(new TreeMap<>(borrowed));
    }
  }

  /// The job is evicted, and its room belongs to `claimant` until that starts.
  record Preempt(JobId job, JobId claimant, PreemptionReason reason) implements PlanStep {}

  /// The job is evicted for nobody: its project was stopped with `HoldAndDrain`, or is over a quota
  /// that was cut with a date to be kept.
  record Drain(JobId job, PreemptionReason reason) implements PlanStep {}

  /// The job can never run on this hardware and quota, even when all of it were free.
  record Reject(JobId job, List<WaitReason> reasons) implements PlanStep {
    public Reject {
      reasons = List.copyOf(reasons);
    }
  }
}
