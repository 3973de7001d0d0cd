package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.CycleBudget;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.PlanStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// The decisions on one world at one instant.
public final class Decisions {
  private final WorldIndex index;
  private final CycleRun run;
  private final CyclePlan plan;
  private final SortedSet<JobId> admitted = new TreeSet<>();

  public Decisions(WorldIndex index, Instant now, CycleBudget budget) {
    this.index = index;
    run = new CycleRun(index, now, budget);
    plan = run.plan();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit) {
        admitted.add(step.job());
      }
    }
  }

  public CyclePlan plan() {
    return plan;
  }

  /// Empty for a job that does not wait or is admitted.
  public synchronized List<WaitReason> explain(JobId job) {
    Waiter waiter = index.waiter(job);
    return waiter == null || admitted.contains(job) ? List.of() : run.reasons(waiter);
  }

  /// The same; the first reason says in its detail and next step which single changes would let the
  /// job start.
  public synchronized List<WaitReason> advise(JobId job) {
    List<WaitReason> reasons = explain(job);
    Waiter waiter = index.waiter(job);
    if (reasons.isEmpty() || waiter == null) {
      return reasons;
    }
    SequencedMap<String, String> changes = run.changes(waiter);
    List<WaitReason> advised = new ArrayList<>(reasons);
    advised.set(0, Reasons.with(reasons.getFirst(), changes));
    return List.copyOf(advised);
  }

  /// Of all waiting jobs that are not admitted.
  public synchronized SortedMap<JobId, List<WaitReason>> explainAll() {
    SortedMap<JobId, List<WaitReason>> result = run.allReasons();
    for (JobId job : admitted) {
      result.remove(job);
    }
    return result;
  }

  /// Whether `step` holds in `index`.
  public static Optional<WaitReason> recheck(WorldIndex index, PlanStep step) {
    return switch (step) {
      case PlanStep.Admit admit -> Recheck.admit(index, admit);
      case PlanStep.Preempt(JobId job, _, _) -> evictable(index, job);
      case PlanStep.Drain(JobId job, _) -> evictable(index, job);
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
