package io.gpuaas.cluster.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A job of three pods on two nodes, and runs of it.
final class SimulatedRuns {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private SimulatedRuns() {}

  // NullAway does not see the annotation of a nested type in a class file.
  @SuppressWarnings("NullAway")
  static Run run(@Nullable Instant started, @Nullable RunOutcome outcome, int code) {
    return run(started, outcome, code, 1, List.of(assignment()));
  }

  static PodSetAssignment assignment() {
    return new PodSetAssignment(
        "worker",
        3,
        new TreeMap<>(),
        List.of(
            new PodSetAssignment.NodeShare(new NodeRef("east", "n1"), 2),
            new PodSetAssignment.NodeShare(new NodeRef("east", "n2"), 1)));
  }

  @SuppressWarnings("NullAway")
  static Run run(
      @Nullable Instant started,
      @Nullable RunOutcome outcome,
      int code,
      int attempt,
      List<PodSetAssignment> assignments) {
    return new Run(
        new RunId("run_1"),
        new JobId("job_1"),
        attempt,
        outcome == null ? RunState.STARTED : RunState.RELEASED,
        1,
        1,
        assignments,
        List.of(),
        START,
        started,
        null,
        outcome == null ? null : START.plusSeconds(93),
        null,
        "",
        null,
        null,
        outcome,
        outcome == null ? null : code,
        "",
        0);
  }

  static Job job() {
    return job(null);
  }

  static Job job(JobSpec.@Nullable Simulation simulation) {
    JobSpec spec =
        new JobDraft(
                "registry.example/train:1",
                PodSet.of("worker", 3, ResourceAmounts.of(Resources.GPU, 8)))
            .command(List.of("torchrun", "train.py"))
            .maxRuntimeMillis(3_600_000)
            .simulation(simulation)
            .spec();
    return new Job(
        new JobId("job_1"),
        "vision",
        "nightly",
        "ada",
        Collections.emptySortedMap(),
        spec,
        0,
        24_000,
        JobPhase.RUNNING,
        START,
        "",
        "",
        START,
        START,
        START,
        START,
        null,
        1,
        0,
        0,
        "",
        null,
        true,
        1);
  }
}
