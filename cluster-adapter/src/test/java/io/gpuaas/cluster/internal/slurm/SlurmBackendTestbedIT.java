package io.gpuaas.cluster.internal.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.slurmjob.SlurmJob;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import io.gpuaas.placement.RunCommand.StopRun;
import io.gpuaas.placement.RunLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Backend `slurm`: slurmctld, three slurmd and slurmrestd.
class SlurmBackendTestbedIT extends ClusterPortContract {
  @RegisterExtension static final Peer SLURM = new Peer("slurm/url", "slurm/missing", "slurm.log");

  private Map<String, String> settings() {
    return Map.of(
        "url",
        SLURM.read("slurm/url"),
        "user",
        "root",
        "tokenFile",
        SLURM.path("slurm/token").toString(),
        "instance",
        "it-" + unique,
        "partition",
        "low",
        "images",
        "ignored",
        "logFolder",
        SLURM.path("slurm/jobs").toString(),
        "pinning",
        "features");
  }

  private SlurmCluster connect(Heard sink, String key, String value) {
    TreeMap<String, String> settings = new TreeMap<>(settings());
    settings.put(key, value);
    SlurmCluster cluster =
        new SlurmCluster(TestRuns.CLUSTER, settings, sink, InstantSource.system());
    cluster.start();
    return cluster;
  }

  @Override
  protected ClusterPort connect(Heard sink) {
    SlurmCluster cluster =
        new SlurmCluster(TestRuns.CLUSTER, new TreeMap<>(settings()), sink, InstantSource.system());
    cluster.start();
    return cluster;
  }

  @Override
  protected void disconnect(ClusterPort connected) {
    ((SlurmCluster) connected).close();
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    String seconds = millis == 0 ? "3600" : Long.toString(Math.max(1, millis / 1000));
    EnsureRun run = TestRuns.gang(id, 2, millis, exitCode, List.of("n3", "n1"));
    return TestRuns.running(
        run, List.of("bash", "-c", "sleep %s; exit %d".formatted(seconds, exitCode)));
  }

  private SlurmRest rest() {
    return new SlurmRest(URI.create(SLURM.read("slurm/url")), "root", SLURM.path("slurm/token"));
  }

  private List<Tree> jobs(EnsureRun run) {
    return rest().jobs().stream()
        .filter(job -> job.text("comment").endsWith("/" + run.run().value()))
        .toList();
  }

  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    assertThat(jobs(run)).extracting(job -> job.text("nodes")).containsExactly("n[1,3]");
  }

  @Test
  void aJobThatSlurmPreemptedIsThePlatformsFault() {
    EnsureRun run = TestRuns.withGpus(gang(id("pre"), 0, 0), 8);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    long other =
        rest()
            .submit(
                Tree.of(
                    "script",
                    "#!/bin/bash\nsleep 2\n",
                    "job",
                    Tree.of(
                        "name",
                        "stranger",
                        "partition",
                        "high",
                        "constraints",
                        "n1",
                        "tasks",
                        1,
                        "gres",
                        "gpu:8",
                        "current_working_directory",
                        "/tmp",
                        "environment",
                        Tree.of("PATH", "/usr/bin:/bin"))));
    assertThat(other).isPositive();
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
    assertThat(ended.message()).contains("preempted");
    port().send(List.of(new RemoveRun(run.run(), 2, InstantSource.system().instant())));
    Heard.until(
        "Slurm does not start it again",
        () ->
            jobs(run).stream()
                .allMatch(job -> SlurmJob.of("", job).stage() == SlurmJob.Stage.CANCELLED));
  }

  /// Two pods on one node and one on another, and a pod set without GPUs: components of one job,
  /// whose step has all tasks, and whose log tells them apart.
  @Test
  void whatIsUnevenIsAHeterogeneousJob() {
    EnsureRun uneven =
        TestRuns.of(
            id("het"),
            JobSpec.Type.BATCH,
            2_000,
            0,
            List.of(
                TestRuns.set("workers", 2, List.of("n1", "n1", "n2")),
                TestRuns.set("loader", 0, List.of("n3"))));
    EnsureRun run =
        TestRuns.running(uneven, List.of("bash", "-c", "echo rank $SLURM_PROCID; sleep 2"));
    Instant bound = InstantSource.system().instant();
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    assertThat(jobs(run))
        .extracting(job -> job.text("nodes"))
        .containsExactlyInAnyOrder("n1", "n2", "n3");
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).as(ended.message()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(lines(run, bound, ended.at()))
        .extracting(RunLog.Line::rank, RunLog.Line::text)
        .containsExactlyInAnyOrder(
            tuple(0, "rank 0"), tuple(1, "rank 1"), tuple(2, "rank 2"), tuple(3, "rank 3"));
  }

  private List<RunLog.Line> lines(EnsureRun run, Instant bound, Instant ended) {
    List<RunLog.Line> lines = new ArrayList<>();
    Heard.until(
        "all of it was read",
        () -> {
          long after = lines.isEmpty() ? 0 : lines.getLast().number();
          RunLog page =
              port()
                  .log(
                      new RunLog.Question(
                          RunsAndJobs.job(run),
                          RunsAndJobs.run(run, bound, ended),
                          after,
                          InstantSource.system().instant(),
                          3));
          lines.addAll(page.lines());
          return page.complete();
        });
    return lines;
  }

  @Test
  void aStoppedRunIsWarnedAndHasItsGrace(@TempDir Path folder) {
    // A file each: of what tasks write after their signal Slurm sometimes loses a line.
    String saved = folder.resolve("$SLURM_PROCID").toString();
    EnsureRun run =
        TestRuns.running(
            gang(id("grace"), 0, 0),
            List.of(
                "bash",
                "-c",
                "trap 'touch " + saved + "; exit 0' TERM; echo up; sleep 3600 & wait"));
    Instant bound = InstantSource.system().instant();
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    Heard.until("both are up", () -> read(run, bound).size() == 2);
    port().send(List.of(new StopRun(run.run(), 2, InstantSource.system().instant(), 60)));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    heard.await(run.run(), RunGone.class);
    assertThat(folder).isDirectoryContaining("glob:**/0").isDirectoryContaining("glob:**/1");
    assertThat(ended.outcome()).isEqualTo(RunOutcome.STOPPED);
  }

  private List<RunLog.Line> read(EnsureRun run, Instant bound) {
    return port()
        .log(
            new RunLog.Question(
                RunsAndJobs.job(run), RunsAndJobs.run(run, bound, null), 0, bound, 9))
        .lines();
  }

  @Test
  void whyAJobWaitsIsSaidInSlurmsWords() {
    EnsureRun first = TestRuns.withGpus(gang(id("one"), 0, 0), 8);
    EnsureRun second = TestRuns.withGpus(gang(id("two"), 0, 0), 8);
    port().send(List.of(first));
    heard.await(first.run(), RunStarted.class);
    port().send(List.of(second));
    Heard.until(
        "it waits", () -> port().holdUp(second.run()).matches("Slurm holds its job .*: .*"));
    assertThat(port().holdUp(first.run())).isEmpty();
    for (EnsureRun run : List.of(second, first)) {
      port().send(List.of(new StopRun(run.run(), 2, InstantSource.system().instant(), 0)));
      heard.await(run.run(), RunGone.class);
    }
  }

  /// Nothing is said of what runs meanwhile, and the new token is taken from the same file.
  @Test
  void aTokenThatIsNotTakenIsSaidAndTheNextOneIsRead(@TempDir Path folder) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "no.such.token");
    Heard sink = new Heard();
    try (SlurmCluster other = connect(sink, "tokenFile", token.toString())) {
      Heard.until("it is said", () -> !other.condition().isWell());
      assertThat(other.condition().message()).contains("token");
      EnsureRun run = gang(id("tok"), 0, 0);
      other.send(List.of(run));
      Files.writeString(token, SLURM.read("slurm/token"));
      sink.await(run.run(), RunStarted.class);
      assertThat(other.condition().isWell()).isTrue();
      other.send(List.of(new StopRun(run.run(), 2, InstantSource.system().instant(), 0)));
      sink.await(run.run(), RunGone.class);
    }
  }

  @Test
  void aSlurmThatCannotBeReachedIsSaidAndBlamesNoRun() {
    Heard sink = new Heard();
    try (SlurmCluster other = connect(sink, "url", "http://127.0.0.1:9")) {
      EnsureRun run = gang(id("far"), 0, 0);
      other.send(List.of(run));
      Heard.until("it is said", () -> !other.condition().isWell());
      assertThat(other.condition().message())
          .startsWith("slurmrestd at http://127.0.0.1:9 cannot be reached");
      assertThat(sink.of(run.run())).isEmpty();
    }
  }

  @Test
  void whatSlurmRefusesEndsWithItsReason() {
    EnsureRun run = TestRuns.withGpus(gang(id("big"), 0, 0), 9);
    port().send(List.of(run));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(ended.message()).startsWith("Slurm ");
  }
}
