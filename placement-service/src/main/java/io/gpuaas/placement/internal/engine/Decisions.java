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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The decisions on one world at one instant.
public final class Decisions {
  private final WorldIndex index;
  private final CycleRun run;
  private final CyclePlan plan;
  private final SortedSet<JobId> reserved;

  public Decisions(WorldIndex index, Instant now) {
    this.index = index;
    run = new CycleRun(index, now);
    plan = run.plan();
    reserved = new TreeSet<>(run.reserved());
  }

  public CyclePlan plan() {
    return plan;
  }

  /// Empty for a job that does not wait or is admitted.
  public List<WaitReason> explain(JobId job) {
    Waiter waiter = index.waiter(job);
    return waiter == null || admitted().contains(job) ? List.of() : reasons(waiter);
  }

  private SortedSet<JobId> admitted() {
    SortedSet<JobId> result = new TreeSet<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit) {
        result.add(step.job());
      }
    }
    return result;
  }

  /// Of all waiting jobs that are not admitted.
  public SortedMap<JobId, List<WaitReason>> explainAll() {
    SortedSet<JobId> admitted = admitted();
    SortedMap<JobId, List<WaitReason>> result = new TreeMap<>();
    for (Waiter waiter : index.waiters.values()) {
      if (!admitted.contains(waiter.id())) {
        result.put(waiter.id(), reasons(waiter));
      }
    }
    return result;
  }

  private List<WaitReason> reasons(Waiter waiter) {
    if (waiter.project() < 0) {
      return List.of(Reasons.plain("NoMatchingFlavor", "The project does not exist."));
    }
    if (!run.isOpen(waiter.project())) {
      return List.of(Reasons.plain("ProjectStopped", "The project admits no jobs."));
    }
    Nomination refusal = run.refusal(waiter.shape());
    if (refusal != null && !reserved.contains(waiter.id())) {
      return Reasons.of(run.state.catalog, waiter, refusal.assignment());
    }
    Waiter before = run.blocking(waiter.project());
    if (before != null) {
      String text =
          "Job %s is before it in a queue that is strictly first in, first out."
              .formatted(before.id());
      return List.of(Reasons.plain("BehindInQueue", text));
    }
    if (reserved.contains(waiter.id())) {
      return List.of(
          Reasons.plain("WaitingForPreemptedJobs", "Jobs are stopping to make room for it."));
    }
    return List.of(Reasons.plain("BehindInQueue", "Other jobs of the project are before it."));
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
