package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.World;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/// Boards of a few nodes, and jobs that wait.
final class Boards {
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final QuotaConfig NO_QUOTAS =
      new QuotaConfig(1, List.of(), List.of(), List.of(), List.of());

  private Boards() {}

  static Board of(QuotaConfig config, Node... nodes) {
    return of(config, 0, nodes);
  }

  /// @param usageSeq of the last usage event
  static Board of(QuotaConfig config, long usageSeq, Node... nodes) {
    return new Board(
        0,
        World.of(config, SchedulingPolicy.DEFAULT, List.of(nodes), List.of(), List.of()),
        ExpectedMix.NONE,
        new Inventory(1, List.of(), List.of(nodes), SchedulingPolicy.DEFAULT),
        config,
        usageSeq);
  }

  /// Of eight GPUs.
  static Node node(String cluster, SortedMap<String, String> labels) {
    return new Node(
        new NodeRef(cluster, "n"),
        labels,
        ResourceAmounts.of(Resources.GPU, 8),
        0,
        "H200",
        false,
        List.of(),
        true,
        true);
  }

  /// One pod of eight GPUs.
  static PodSet pods() {
    return PodSet.of("w", 1, ResourceAmounts.of(Resources.GPU, 8));
  }

  /// Waits; its id is `job_` and its name.
  static Job job(String name, String project, PodSet pods) {
    return new Job(
        new JobId("job_" + name),
        project,
        name,
        "ada",
        Collections.emptySortedMap(),
        new JobDraft("registry.example/train:1", pods).maxAttempts(3).spec(),
        0,
        8_000,
        JobPhase.QUEUED,
        NOON,
        "",
        "",
        NOON,
        NOON,
        null,
        null,
        null,
        0,
        0,
        0,
        "",
        null,
        true,
        1);
  }
}
