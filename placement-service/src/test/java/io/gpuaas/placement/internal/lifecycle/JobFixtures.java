package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.PreemptionReason;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Jobs and signals for tests.
final class JobFixtures {
  static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  static final JobId JOB = new JobId("job_1");
  static final RunId RUN = new RunId("run_1");
  static final List<GpuHolding> HOLDINGS =
      List.of(new GpuHolding("h200", "H200-141GB", UsageClass.NOMINAL, 16_000));

  private JobFixtures() {}

  static Instant at(long seconds) {
    return T0.plusSeconds(seconds);
  }

  static JobSpec spec(int maxAttempts, long checkpointEveryMillis) {
    PodSet workers = PodSet.of("workers", 2, ResourceAmounts.of(Resources.GPU, 8));
    return new JobDraft("registry.local/train:1", workers)
        .checkpointEveryMillis(checkpointEveryMillis)
        .maxAttempts(maxAttempts)
        .spec();
  }

  static LiveJob queued(JobSpec spec) {
    return new LiveJob(
        new Job(
            JOB,
            "team-a",
            "train",
            "ada",
            Collections.emptySortedMap(),
            spec,
            0,
            spec.milliGpus(),
            JobPhase.QUEUED,
            T0,
            "",
            "",
            T0,
            T0,
            null,
            null,
            null,
            0,
            0,
            0,
            "",
            null,
            true,
            1),
        null);
  }

  static List<PodSetAssignment> assignments() {
    TreeMap<String, String> flavors = new TreeMap<>();
    flavors.put(Resources.GPU, "h200");
    return List.of(
        new PodSetAssignment(
            "workers",
            2,
            flavors,
            List.of(
                new PodSetAssignment.NodeShare(new NodeRef("east", "n1"), 1),
                new PodSetAssignment.NodeShare(new NodeRef("east", "n2"), 1))));
  }

  static JobSignal.Admit admit(RunId run, Instant at) {
    return new JobSignal.Admit(at, run, 7, assignments(), HOLDINGS, "Got 16 GPUs.");
  }

  static JobSignal.Preempt preempt(Instant at, @Nullable String claimant, PreemptionReason reason) {
    return new JobSignal.Preempt(at, claimant == null ? null : new JobId(claimant), reason, 0);
  }
}
