package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What slurmrestd is sent.
class SlurmSubmissionTest {
  private static SlurmSite site(Map<String, String> settings) {
    return SlurmSite.of(new TreeMap<>(settings));
  }

  private static SortedMap<String, String> variables() {
    return new TreeMap<>(
        Map.of(
            "PATH", "/usr/local/bin:/usr/bin:/bin",
            "GPUAAS_JOB", "job_1",
            "GPUAAS_RUN", "run_1",
            "GPUAAS_SAVED_SECONDS", "90",
            "NCCL_DEBUG", "INFO"));
  }

  private static Tree wrapped(long number) {
    return Tree.of("set", true, "infinite", false, "number", number);
  }

  @Test
  void aNewInterfaceIsSentTextsAndWrappedNumbers() {
    SlurmSite site =
        site(
            Map.of(
                "partition", "gpu",
                "account", "acc-{project}",
                "qos", "high=urgent",
                "workingDirectory", "/scratch"));
    Tree body = new SlurmSubmission(Submissions.ensure("run_1", false), site, 40).body();
    assertThat(body.text("script"))
        .isEqualTo(
            """
            #!/bin/bash
            trap 'scancel --signal=TERM "$SLURM_JOB_ID"' URG
            srun --kill-on-bad-exit=1 --container-image='registry.example/train:1' 'torchrun' \
            'it'\\''s.py' '--epochs' '3' &
            step=$!
            code=151
            while [ $code -eq 151 ]; do wait $step; code=$?; done
            exit $code
            """);
    assertThat(body.tree("job"))
        .isEqualTo(
            Tree.of(
                "name",
                RunShape.nameOf(new RunId("run_1")),
                "comment",
                "gpuaas/gpuaas/run_1",
                "partition",
                "gpu",
                "account",
                "acc-vision",
                "qos",
                "urgent",
                "current_working_directory",
                "/scratch",
                "environment",
                variables().entrySet().stream()
                    .map(it -> it.getKey() + "=" + it.getValue())
                    .toList(),
                "tasks",
                4,
                "tasks_per_node",
                2,
                "cpus_per_task",
                4L,
                "requeue",
                false,
                "nodes",
                "2",
                "required_nodes",
                List.of("n1", "n2"),
                "tres_per_node",
                "gres/gpu:16",
                "time_limit",
                wrapped(61),
                "memory_per_node",
                wrapped(2_048)));
  }

  @Test
  void anOldInterfaceIsSentPlainNumbersAndFeatures() {
    SlurmSite site = site(Map.of("pinning", "features", "images", "ignored"));
    Tree job = new SlurmSubmission(Submissions.ensure("run_1", false), site, 38).body();
    assertThat(job.text("script")).doesNotContain("--container-image");
    Tree sent = job.tree("job");
    assertThat(sent.value("environment")).isEqualTo(Tree.texts(variables()));
    assertThat(sent.value("nodes")).isEqualTo(List.of(2, 2));
    assertThat(sent.text("constraints")).isEqualTo("[n1*1&n2*1]");
    assertThat(sent.text("gres")).isEqualTo("gpu:16");
    assertThat(sent.number("time_limit")).isEqualTo(61);
    assertThat(sent.has("qos")).isFalse();
  }

  @Test
  void whatIsNotAskedForIsLeftOut() {
    SlurmSite site = site(Map.of("pinning", "features"));
    PodSet light = PodSet.of("workers", 3, ResourceAmounts.of(Resources.CPU, 100));
    Tree free =
        new SlurmSubmission(Submissions.ensure("r", light, List.of(), 0, false), site, 40)
            .body()
            .tree("job");
    assertThat(free.text("nodes")).isEqualTo("3");
    assertThat(free.number("tasks")).isEqualTo(3);
    assertThat(free.number("cpus_per_task")).isEqualTo(1);
    assertThat(free.fields().keySet())
        .doesNotContain(
            "constraints", "required_nodes", "tres_per_node", "time_limit", "memory_per_node");
    Tree one =
        new SlurmSubmission(
                Submissions.ensure("r", light, List.of(Submissions.share("n1", 3)), 0, false),
                site,
                40)
            .body()
            .tree("job");
    assertThat(one.text("constraints")).isEqualTo("n1");
  }

  /// Slurm spreads the tasks of a job evenly.
  @Test
  void whatIsUnevenBecomesComponentsOfOneJob() {
    SlurmSite site = site(Map.of("logFolder", "/shared/logs/"));
    PodSet workers = Submissions.workers(4, 2);
    List<NodeShare> shares =
        List.of(Submissions.share("n1", 1), Submissions.share("n2", 2), Submissions.share("n3", 1));
    EnsureRun run = Submissions.ensure("run_1", workers, shares, 0, false);
    Tree body = new SlurmSubmission(run, site, 40).body();
    assertThat(body.has("job")).isFalse();
    assertThat(body.trees("jobs"))
        .extracting(
            job -> job.text("nodes"),
            job -> job.value("required_nodes"),
            job -> job.number("tasks"),
            job -> job.number("tasks_per_node"),
            job -> job.text("tres_per_node"))
        .containsExactly(
            tuple("1", List.of("n2"), 2L, 2L, "gres/gpu:4"),
            tuple("2", List.of("n1", "n3"), 2L, 1L, "gres/gpu:2"));
    assertThat(body.trees("jobs"))
        .extracting(job -> job.text("standard_output"))
        .containsOnly("/shared/logs/" + RunShape.nameOf(new RunId("run_1")) + ".log");
    assertThat(body.text("script"))
        .contains(
            "srun --kill-on-bad-exit=1 --label --het-group=0 --ntasks=2 --cpus-per-task=4 --contai",
            "'3' : --het-group=1 --ntasks=2 --cpus-per-task=4 --container-image='registry.example")
        .endsWith(
            """
            failed=$(grep -sm1 '^srun: error: .*: Exited with exit code ' '/shared/logs/run-1.log')
            [ $code -gt 128 ] && [ -n "$failed" ] && code=${failed##* }
            exit $code
            """);
    assertThat(SlurmSubmission.firstTasks(run.assignments()))
        .isEqualTo(new TreeMap<>(Map.of("n2", 0, "n1", 2, "n3", 3)));
  }

  @Test
  void podSetsAreComponentsToo() {
    PodSet light = PodSet.of("loader", 3, ResourceAmounts.of(Resources.CPU, 2_000));
    PodSet workers = Submissions.workers(1, 8);
    JobSpec spec = Submissions.spec(List.of(workers, light), 0);
    EnsureRun one = Submissions.ensure("run_1", workers, List.of(), 0, false);
    EnsureRun both =
        new EnsureRun(
            one.run(),
            1,
            one.issuedAt(),
            one.job(),
            "train",
            "vision",
            spec.podSets(),
            List.of(),
            spec,
            0,
            false);
    assertThat(SlurmSubmission.unmet(spec)).isEmpty();
    assertThat(new SlurmSubmission(both, site(Map.of()), 40).body().trees("jobs"))
        .extracting(
            job -> job.number("tasks"),
            job -> job.number("cpus_per_task"),
            job -> job.text("tres_per_node"))
        .containsExactly(tuple(1L, 4L, "gres/gpu:8"), tuple(3L, 2L, ""));
  }

  /// What would be left out in silence.
  @Test
  void whatSlurmCannotGiveIsUnmet() {
    PodSet workers = Submissions.workers(1, 8);
    PodSet aligned = workers.withNuma(NumaWish.REQUIRED);
    PodSet part =
        new PodSet(
            "part",
            1,
            1,
            workers.requests(),
            new DeviceShare(500, 0, ""),
            new TreeMap<>(),
            List.of(),
            List.of(),
            null,
            "");
    JobSpec plain = Submissions.spec(List.of(workers, aligned, part), 0);
    JobSpec spec = plain.with(new JobSpec.Companions("logs", 0), null);
    assertThat(SlurmSubmission.unmet(spec))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(
            tuple("/spec/podSets/1/numa", "BACKEND_CANNOT"),
            tuple("/spec/podSets/2", "BACKEND_CANNOT"),
            tuple("/spec/tensorBoard", "BACKEND_CANNOT"));
  }
}
