package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.slurmjob.SlurmJob.Stage;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmJobTest {
  private static final String PREFIX = "gpuaas/one/";

  private static Tree wrapped(long number) {
    return Tree.of("set", true, "infinite", false, "number", number);
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, WAITING",
    "CONFIGURING, WAITING",
    "RUNNING, RUNNING",
    "RUNNING COMPLETING, COMPLETING",
    "COMPLETED COMPLETING, COMPLETING",
    "COMPLETED, SUCCEEDED",
    "PREEMPTED, DISTURBED",
    "NODE_FAIL, DISTURBED",
    "BOOT_FAIL, DISTURBED",
    "FAILED NODE_FAIL, DISTURBED",
    "FAILED, FAILED",
    "TIMEOUT, FAILED",
    "OUT_OF_MEMORY, FAILED",
    "DEADLINE, FAILED",
    "CANCELLED, CANCELLED",
    "CANCELLED FAILED, CANCELLED",
    "UNHEARD_OF, WAITING",
  })
  void theStatesSayWhereAJobIs(String states, Stage stage) {
    Tree job = Tree.of("job_state", List.of(states.split(" ", -1)));
    assertThat(SlurmJob.of(PREFIX, job).stage()).isEqualTo(stage);
  }

  /// As v0.0.40 describes a job.
  @Test
  void newDescriptionsAreRead() {
    Tree job =
        Tree.of(
            "job_id",
            17L,
            "comment",
            PREFIX + "run_1",
            "job_state",
            List.of("FAILED"),
            "start_time",
            wrapped(100),
            "end_time",
            wrapped(160),
            "exit_code",
            Tree.of("return_code", wrapped(3)),
            "state_reason",
            "NonZeroExitCode",
            "nodes",
            "n[1-2]");
    assertThat(SlurmJob.of(PREFIX, job))
        .isEqualTo(
            new SlurmJob(
                17,
                "run_1",
                new TreeSet<>(List.of("FAILED")),
                Instant.ofEpochSecond(100),
                Instant.ofEpochSecond(160),
                3,
                "NonZeroExitCode",
                "n[1-2]"));
  }

  /// As v0.0.38 does: one state, plain numbers, the raw status of the process.
  @Test
  void oldDescriptionsAreRead() {
    Tree job =
        Tree.of("job_id", 17L, "comment", "mine", "job_state", "RUNNING", "start_time", 100L);
    SlurmJob read = SlurmJob.of(PREFIX, job.with("exit_code", 256L));
    assertThat(read.run()).isEmpty();
    assertThat(read.stage()).isEqualTo(Stage.RUNNING);
    assertThat(read.startedAt()).isEqualTo(Instant.ofEpochSecond(100));
    assertThat(read.endedAt()).isNull();
    assertThat(read.exitCode()).isEqualTo(1);
    assertThat(SlurmJob.of(PREFIX, job.with("exit_code", 9L)).exitCode()).isEqualTo(9);
  }

  private static SlurmJob component(long id, String state) {
    Instant ended = Instant.ofEpochSecond(200 + id);
    Instant started = Instant.ofEpochSecond(100 + id);
    TreeSet<String> states = new TreeSet<>(List.of(state));
    return new SlurmJob(id, "run_1", states, started, ended, (int) id, "why " + id, "n" + id);
  }

  /// The leader of a heterogeneous job is 7.
  @ParameterizedTest
  @CsvSource({
    "RUNNING, RUNNING, RUNNING, 7",
    "PENDING, PENDING, WAITING, 7",
    "RUNNING, PENDING, WAITING, 8",
    "COMPLETED, RUNNING, COMPLETING, 8",
    "COMPLETED, COMPLETED, SUCCEEDED, 7",
    "COMPLETED, CANCELLED, SUCCEEDED, 7",
    "COMPLETED, NODE_FAIL, DISTURBED, 8",
    "COMPLETED, FAILED, FAILED, 8",
    "FAILED, COMPLETED, FAILED, 7",
    "CANCELLED, FAILED, CANCELLED, 7",
  })
  void componentsAreAsFarAsTheLastAndEndAsTheirLeader(
      String leader, String other, Stage stage, int teller) {
    SlurmJob both = SlurmJob.together(List.of(component(8, other), component(7, leader)));
    assertThat(both.stage()).isEqualTo(stage);
    assertThat(both.id()).isEqualTo(7);
    assertThat(both.startedAt()).isEqualTo(Instant.ofEpochSecond(108));
    assertThat(both.endedAt()).isEqualTo(Instant.ofEpochSecond(208));
    assertThat(both.reason()).isEqualTo("why " + teller);
    assertThat(both.nodes()).isEqualTo("n7,n8");
  }

  @Test
  void oneComponentIsTheJob() {
    SlurmJob one = component(7, "RUNNING");
    assertThat(SlurmJob.together(List.of(one))).isEqualTo(one);
    SlurmJob waits =
        new SlurmJob(9, "run_1", new TreeSet<>(List.of("PENDING")), null, null, 0, "", "");
    assertThat(SlurmJob.together(List.of(waits, waits))).extracting(SlurmJob::startedAt).isNull();
  }
}
