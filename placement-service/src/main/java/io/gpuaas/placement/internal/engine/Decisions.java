package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.PlanStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The decisions on one world at one instant.
public final class Decisions {
  private final WorldIndex index;
  private final OpenCycle cycle;
  private @Nullable CyclePlan planned;

  public Decisions(WorldIndex index, Instant now) {
    this.index = index;
    cycle = new OpenCycle(index, now);
  }

  public CyclePlan plan() {
    CyclePlan plan = planned;
    if (plan == null) {
      plan = cycle.plan();
      planned = plan;
    }
    return plan;
  }

  public List<WaitReason> explain(JobId job) {
    Waiter waiter = index.waiter(job);
    if (waiter == null || admits(job)) {
      return List.of();
    }
    return cycle.reasons(waiter);
  }

  private boolean admits(JobId job) {
    return plan().steps().stream()
        .anyMatch(step -> step instanceof PlanStep.Admit && step.job().equals(job));
  }

  public SortedMap<JobId, List<WaitReason>> explainAll() {
    plan();
    return cycle.reasons();
  }

  /// Whether `step` holds in `index`.
  public static Optional<WaitReason> recheck(WorldIndex index, PlanStep step) {
    return switch (step) {
      case PlanStep.Admit admit -> Recheck.admit(index, admit);
      case PlanStep.Preempt(JobId job, _, _) -> evictable(index, job);
      case PlanStep.Drain(JobId job) -> evictable(index, job);
      case PlanStep.Reject(JobId job, _) -> Recheck.waiting(index, job);
    };
  }

  private static Optional<WaitReason> evictable(WorldIndex index, JobId job) {
    HeldWorkload held = index.held(job);
    if (held == null) {
      return Optional.of(Reasons.plain("NotHolding", "Job %s holds nothing.".formatted(job)));
    }
    return held.evicting()
        ? Optional.of(Reasons.plain("AlreadyEvicting", "Job %s is stopping.".formatted(job)))
        : Optional.empty();
  }
}
