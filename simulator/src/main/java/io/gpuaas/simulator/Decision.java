package io.gpuaas.simulator;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.WaitReason;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Something that the simulation decided or that happened to a job, in order of time.
public sealed interface Decision {
  /// Since the start of the scenario.
  Duration at();

  JobId job();

  /// The job got quota and nodes and runs.
  ///
  /// @param borrowed what of it lies above the project's nominal quota
  record Admit(
      Duration at,
      JobId job,
      List<PodSetAssignment> podSets,
      SortedMap<FlavorResource, Long> borrowed)
      implements Decision {
    public Admit {
      podSets = List.copyOf(podSets);
      borrowed = Collections.unmodifiableSortedMap(new TreeMap<>(borrowed));
    }
  }

  /// The job has to stop.
  ///
  /// @param by the job that its room was cleared for; null when its project was stopped
  record Preempt(Duration at, JobId job, @Nullable JobId by, String reason) implements Decision {}

  /// The job waits; listed again only when the codes of its reasons change.
  record Wait(Duration at, JobId job, List<WaitReason> reasons) implements Decision {
    public Wait {
      reasons = List.copyOf(reasons);
    }
  }

  /// The job can never run.
  record Reject(Duration at, JobId job, List<WaitReason> reasons) implements Decision {
    public Reject {
      reasons = List.copyOf(reasons);
    }
  }

  /// The job is over.
  ///
  /// @param reason `Cancelled`; empty when it has simply run its time
  record End(Duration at, JobId job, String reason) implements Decision {}

  /// The run was lost. The job waits again unless `reason` is `MaxRuntimeExceeded`.
  record Fail(Duration at, JobId job, String reason) implements Decision {}
}
