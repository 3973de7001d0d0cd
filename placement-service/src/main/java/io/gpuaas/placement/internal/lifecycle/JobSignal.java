package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.PreemptionReason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that may change a job. `at` is when it happened.
public sealed interface JobSignal {
  Instant at();

  /// A plan gave it quota and nodes.
  record Admit(
      Instant at,
      RunId run,
      long epoch,
      List<PodSetAssignment> assignments,
      List<GpuHolding> holdings,
      List<GpuPlace> places,
      String message)
      implements JobSignal {
    public Admit {
      assignments = List.copyOf(assignments);
      holdings = List.copyOf(holdings);
      places = List.copyOf(places);
    }

    /// On no node in particular.
    public Admit(
        Instant at,
        RunId run,
        long epoch,
        List<PodSetAssignment> assignments,
        List<GpuHolding> holdings,
        String message) {
      this(at, run, epoch, assignments, holdings, List.of(), message);
    }
  }

  /// A plan takes its room, for `claimant` or for nobody.
  ///
  /// @param noticeSeconds that the job has at least before it is stopped
  record Preempt(Instant at, @Nullable JobId claimant, PreemptionReason reason, long noticeSeconds)
      implements JobSignal {}

  /// A plan found that it can never run.
  record Reject(Instant at, List<WaitReason> reasons) implements JobSignal {
    public Reject {
      reasons = List.copyOf(reasons);
    }
  }

  /// It shall end for good.
  record Stop(Instant at, StopCause cause, String actor, String note) implements JobSignal {}

  /// The cluster says that all pods run.
  record Started(Instant at, RunId run) implements JobSignal {}

  /// The cluster says that the processes ended.
  ///
  /// @param exitCode null when nobody saw it
  record Ended(
      Instant at, RunId run, RunOutcome outcome, @Nullable Integer exitCode, String message)
      implements JobSignal {}

  /// The cluster says that nothing is left.
  record Gone(Instant at, RunId run) implements JobSignal {}

  /// The cluster says that a checkpoint was written.
  record Checkpointed(Instant at, RunId run) implements JobSignal {}

  /// Which of its GPUs are nominal or borrowed has changed.
  record Reclassified(Instant at, RunId run, List<GpuHolding> holdings) implements JobSignal {
    public Reclassified {
      holdings = List.copyOf(holdings);
    }
  }

  /// Why a job is stopped for good.
  enum StopCause {
    USER_CANCEL,
    ADMIN_CANCEL,
    MAX_RUNTIME
  }
}
