package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.internal.engine.Decisions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Decides which waiting jobs start, where, and who must make room. Pure: no clock, no I/O; equal
/// worlds and instants give equal plans.
public final class AdmissionCycle {
  /// What to do next, in the order to be applied.
  public CyclePlan plan(World world, Instant now) {
    return world.index().decide(now).plan();
  }

  /// The same with an end: what is left over is for the next cycle, which does not look again at
  /// what this one has refused. Room that others leave meanwhile is seen once a cycle was complete.
  public CyclePlan plan(World world, Instant now, CycleBudget budget) {
    return world.index().decide(now, budget).plan();
  }

  /// Why the job waits, the dominant reason first; empty when it does not wait or would be admitted
  /// by [#plan].
  public List<WaitReason> explain(World world, JobId job, Instant now) {
    return world.index().decided(now).explain(job);
  }

  /// The same, with the single changes that would let the job start: `changeLevel`, `changeNuma`,
  /// `changeFlavor`, `changePods`, `changeWaitFor` and `changeQuota` in the detail of the dominant
  /// reason, and the smallest of them as its next step. Each was tried out, which takes a while in
  /// large worlds.
  public List<WaitReason> advise(World world, JobId job, Instant now) {
    return world.index().decided(now).advise(job);
  }

  /// Why the others wait: of each waiting job that [#plan] would not admit, by id.
  public SortedMap<JobId, List<WaitReason>> explainAll(World world, Instant now) {
    return world.index().decided(now).explainAll();
  }

  /// The waiting job's place in the order of the policy at `now`; empty when it does not wait, and
  /// where shares are compared by tournament instead.
  public Optional<QueuePlace> place(World world, JobId job, Instant now) {
    return world.index().place(job, now);
  }

  /// Whether the step still holds in `world`, which may be newer than the one it was planned on:
  /// empty when it does, else why not.
  public Optional<WaitReason> recheck(World world, PlanStep step) {
    return Decisions.recheck(world.index(), step);
  }
}
