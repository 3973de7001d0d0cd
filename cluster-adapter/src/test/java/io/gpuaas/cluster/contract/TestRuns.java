package io.gpuaas.cluster.contract;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Commands for tests.
public final class TestRuns {
  public static final String CLUSTER = "bed";

  private TestRuns() {}

  /// `nodes` names a node for each pod, in rank order. Runs for `millis`; 0 is for ever.
  public static EnsureRun gang(String id, int gpus, long millis, int exitCode, List<String> nodes) {
    return of(id, JobSpec.Type.BATCH, millis, exitCode, List.of(set("workers", gpus, nodes)));
  }

  /// Three pods of two GPUs, whose ranks are not in the order of their nodes.
  public static EnsureRun gangOfThree(String id, long millis, int exitCode) {
    return gang(id, 2, millis, exitCode, List.of("gpu-02", "gpu-00", "gpu-01"));
  }

  /// A pod set and its nodes.
  public record Placed(PodSet podSet, List<String> nodes) {}

  public static Placed set(String name, int gpus, List<String> nodes) {
    ResourceAmounts requests =
        gpus == 0
            ? ResourceAmounts.of(Resources.CPU, 1000)
            : ResourceAmounts.of(Map.of(Resources.GPU, (long) gpus, Resources.CPU, 1000L));
    return new Placed(PodSet.of(name, nodes.size(), requests), nodes);
  }

  public static EnsureRun of(
      String id, JobSpec.Type type, long millis, int exitCode, List<Placed> placed) {
    List<PodSetAssignment> assignments = new ArrayList<>();
    for (Placed one : placed) {
      List<NodeShare> shares = new ArrayList<>();
      for (String node : one.nodes()) {
        shares.add(new NodeShare(new NodeRef(CLUSTER, node), 1));
      }
      assignments.add(
          new PodSetAssignment(
              one.podSet().name(), one.nodes().size(), Collections.emptySortedMap(), shares));
    }
    List<PodSet> podSets = placed.stream().map(Placed::podSet).toList();
    JobSpec.Simulation simulation =
        millis == 0 ? null : new JobSpec.Simulation(millis, 0, 0, exitCode);
    JobSpec spec =
        new JobDraft("registry.example/train:1", podSets)
            .type(type)
            .command(List.of("python", "train.py"))
            .args(List.of("--steps", "10"))
            .env(new TreeMap<>(Map.of("NCCL_DEBUG", "WARN")))
            .priorityClass("high")
            .maxRuntimeMillis(3_600_000)
            .checkpointEveryMillis(600_000)
            .maxAttempts(3)
            .graceSeconds(2)
            .simulation(simulation)
            .spec();
    return new EnsureRun(
        new RunId("run_" + id),
        1,
        Instant.parse("2026-01-01T00:00:00Z"),
        new JobId("job_" + id),
        "研究 = a job's name, as people write them 🚀",
        "vision",
        podSets,
        assignments,
        spec,
        0,
        false);
  }

  /// As the loop sends it once it has heard that the run started.
  public static EnsureRun started(EnsureRun run) {
    return copy(run, run.issuedAt(), run.project(), true);
  }

  public static EnsureRun issuedAt(EnsureRun run, Instant at) {
    return copy(run, at, run.project(), run.started());
  }

  public static EnsureRun ofProject(EnsureRun run, String project) {
    return copy(run, run.issuedAt(), project, run.started());
  }

  /// Of a job that people call so.
  public static EnsureRun called(EnsureRun run, String jobName) {
    return new EnsureRun(
        run.run(),
        run.generation(),
        run.issuedAt(),
        run.job(),
        jobName,
        run.project(),
        run.podSets(),
        run.assignments(),
        run.spec(),
        run.savedMillis(),
        run.started());
  }

  public static EnsureRun running(EnsureRun run, List<String> command) {
    return of(run, run.spec().image(), command, List.of());
  }

  public static EnsureRun ofImage(EnsureRun run, String image) {
    return of(run, image, run.spec().command(), run.spec().args());
  }

  private static EnsureRun of(
      EnsureRun run, String image, List<String> command, List<String> args) {
    JobSpec spec = run.spec().draft().image(image).command(command).args(args).spec();
    return copy(run, run.podSets(), spec);
  }

  /// With another number of GPUs for each pod.
  public static EnsureRun withGpus(EnsureRun run, int gpus) {
    List<String> nodes = new ArrayList<>();
    run.assignments().getFirst().nodes().forEach(share -> nodes.add(share.node().name()));
    return copy(run, List.of(set("workers", gpus, nodes).podSet()), run.spec());
  }

  /// Of a job that asks for this backend.
  public static EnsureRun drivenBy(EnsureRun run, String backend) {
    return with(run, run.spec().draft().backend(backend).spec());
  }

  /// The same run of another spec.
  public static EnsureRun with(EnsureRun run, JobSpec spec) {
    return copy(run, spec.podSets(), spec);
  }

  private static EnsureRun copy(EnsureRun run, List<PodSet> podSets, JobSpec spec) {
    return new EnsureRun(
        run.run(),
        run.generation(),
        run.issuedAt(),
        run.job(),
        run.jobName(),
        run.project(),
        podSets,
        run.assignments(),
        spec,
        run.savedMillis(),
        run.started());
  }

  private static EnsureRun copy(EnsureRun run, Instant issuedAt, String project, boolean started) {
    return new EnsureRun(
        run.run(),
        run.generation(),
        issuedAt,
        run.job(),
        run.jobName(),
        project,
        run.podSets(),
        run.assignments(),
        run.spec(),
        run.savedMillis(),
        started);
  }
}
