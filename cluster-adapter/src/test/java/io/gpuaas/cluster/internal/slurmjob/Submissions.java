package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs to be submitted.
final class Submissions {
  static final Instant ISSUED = Instant.ofEpochSecond(50);

  private Submissions() {}

  static PodSet workers(int count, int gpus) {
    return PodSet.of(
        "workers",
        count,
        ResourceAmounts.of(
            new TreeMap<>(
                Map.of(
                    Resources.GPU,
                    (long) gpus,
                    Resources.CPU,
                    3_500L,
                    Resources.MEMORY,
                    1L << 30))));
  }

  static JobSpec spec(List<PodSet> podSets, long maxRuntimeMillis) {
    return new JobDraft("registry.example/train:1", podSets)
        .command(List.of("torchrun", "it's.py"))
        .args(List.of("--epochs", "3"))
        .env(new TreeMap<>(Map.of("NCCL_DEBUG", "INFO")))
        .priorityClass("high")
        .maxRuntimeMillis(maxRuntimeMillis)
        .simulation(new JobSpec.Simulation(0, 0, 0, 0))
        .spec();
  }

  static EnsureRun ensure(String run, boolean started) {
    PodSet workers = workers(4, 8);
    return ensure(run, workers, List.of(share("n2", 2), share("n1", 2)), 3_600_000, started);
  }

  static EnsureRun ensure(
      String run, PodSet podSet, List<NodeShare> shares, long maxRuntimeMillis, boolean started) {
    List<PodSetAssignment> assignments =
        shares.isEmpty()
            ? List.of()
            : List.of(
                new PodSetAssignment(
                    "workers", podSet.count(), Collections.emptySortedMap(), shares));
    return new EnsureRun(
        new RunId(run),
        1,
        ISSUED,
        new JobId("job_1"),
        "train",
        "vision",
        List.of(podSet),
        assignments,
        spec(List.of(podSet), maxRuntimeMillis),
        90_000,
        started);
  }

  static NodeShare share(String node, int count) {
    return new NodeShare(new NodeRef("hpc", node), count);
  }
}
