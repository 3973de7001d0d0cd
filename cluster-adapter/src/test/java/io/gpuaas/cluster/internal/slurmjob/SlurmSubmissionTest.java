package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
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
            "#!/bin/bash\nexec srun --kill-on-bad-exit=1"
                + " --container-image='registry.example/train:1' 'torchrun' 'it'\\''s.py'"
                + " '--epochs' '3'\n");
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

  @Test
  void unevenPlacesAreAnObstacle() {
    SlurmSite site = site(Map.of());
    PodSet workers = Submissions.workers(4, 8);
    assertThat(
            new SlurmSubmission(
                    Submissions.ensure(
                        "r",
                        workers,
                        List.of(Submissions.share("n1", 3), Submissions.share("n2", 1)),
                        0,
                        false),
                    site,
                    40)
                .obstacle())
        .isEqualTo("Slurm spreads tasks evenly, but its pods were placed [1, 3] to a node.");
    assertThat(
            new SlurmSubmission(
                    Submissions.ensure(
                        "r",
                        workers,
                        List.of(
                            Submissions.share("n1", 1),
                            Submissions.share("n2", 2),
                            Submissions.share("n1", 1)),
                        0,
                        false),
                    site,
                    40)
                .obstacle())
        .isEmpty();
  }

  @Test
  void severalPodSetsAreUnmet() {
    PodSet workers = Submissions.workers(1, 8);
    assertThat(SlurmSubmission.unmet(Submissions.spec(List.of(workers), 0))).isEmpty();
    assertThat(SlurmSubmission.unmet(Submissions.spec(List.of(workers, workers), 0)))
        .extracting(Fault::pointer, Fault::code, Fault::value)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("/spec/podSets", "BACKEND_CANNOT", "2"));
  }
}
