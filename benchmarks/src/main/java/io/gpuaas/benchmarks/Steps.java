package io.gpuaas.benchmarks;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a plan holds, counted, and the world after it has been carried out.
final class Steps {
  private Steps() {}

  static long admitted(CyclePlan plan) {
    return plan.steps().stream().filter(PlanStep.Admit.class::isInstance).count();
  }

  static long preempted(CyclePlan plan) {
    return plan.steps().stream().filter(PlanStep.Preempt.class::isInstance).count();
  }

  static long podsAdmitted(CyclePlan plan) {
    long pods = 0;
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit admit) {
        pods += admit.assignments().stream().mapToLong(PodSetAssignment::count).sum();
      }
    }
    return pods;
  }

  /// How many nodes the victims lie on.
  static long nodesOfVictims(World world, CyclePlan plan) {
    SortedSet<String> nodes = new TreeSet<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Preempt(JobId job, _, _)) {
        for (HeldWorkload held : world.held(job).stream().toList()) {
          held.assignments().stream()
              .flatMap(assignment -> assignment.nodes().stream())
              .forEach(share -> nodes.add(share.node().toString()));
        }
      }
    }
    return nodes.size();
  }

  /// Admissions as facts.
  static List<WorldChange> admissions(CyclePlan plan, Instant now) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit admit) {
        changes.add(new WorldChange.Admitted(admit.job(), admit.assignments(), now));
      }
    }
    return changes;
  }

  /// Evictions as facts, confirmed at once; the victims wait again.
  static List<WorldChange> evictions(World world, CyclePlan plan) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Preempt(JobId job, JobId claimant, _)) {
        Workload workload = world.held(job).orElseThrow().workload();
        changes.add(new WorldChange.Evicting(job, claimant, WorldBuilder.NOW));
        changes.add(new WorldChange.Released(job, WorldBuilder.NOW));
        changes.add(new WorldChange.Queued(workload));
      }
    }
    return changes;
  }
}
