package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a change of the world would do to the very next decision: the plans of both worlds,
/// compared. Says nothing about later cycles, which depend on jobs that end and come.
///
/// @param starts jobs that would start with the change and not without it
/// @param startsNoMore jobs that would start without the change and not with it
/// @param stops jobs that would be evicted with the change and not without it
/// @param rejects waiting jobs that could then never run
/// @param complete false when a cycle's budget ended before each waiting job was looked at
public record WhatIf(
    SortedSet<JobId> starts,
    SortedSet<JobId> startsNoMore,
    SortedSet<JobId> stops,
    SortedSet<JobId> rejects,
    boolean complete) {

  public static WhatIf of(World before, World after, Instant now) {
    AdmissionCycle cycle = new AdmissionCycle();
    Outcome old = Outcome.of(cycle.plan(before, now));
    Outcome fresh = Outcome.of(cycle.plan(after, now));
    return new WhatIf(
        without(fresh.starts(), old.starts()),
        without(old.starts(), fresh.starts()),
        without(fresh.stops(), old.stops()),
        without(fresh.rejects(), old.rejects()),
        old.complete() && fresh.complete());
  }

  private static SortedSet<JobId> without(SortedSet<JobId> jobs, SortedSet<JobId> others) {
    TreeSet<JobId> left = new TreeSet<>(jobs);
    left.removeAll(others);
    return left;
  }

  /// A plan by what becomes of jobs. Whom room is cleared for starts as soon as it is free.
  private record Outcome(
      SortedSet<JobId> starts, SortedSet<JobId> stops, SortedSet<JobId> rejects, boolean complete) {
    static Outcome of(CyclePlan plan) {
      TreeSet<JobId> starts = new TreeSet<>();
      TreeSet<JobId> stops = new TreeSet<>();
      TreeSet<JobId> rejects = new TreeSet<>();
      for (PlanStep step : plan.steps()) {
        switch (step) {
          case PlanStep.Admit it -> starts.add(it.job());
          case PlanStep.Preempt it -> {
            stops.add(it.job());
            starts.add(it.claimant());
          }
          case PlanStep.Drain it -> stops.add(it.job());
          case PlanStep.Reject it -> rejects.add(it.job());
        }
      }
      return new Outcome(starts, stops, rejects, plan.complete());
    }
  }
}
