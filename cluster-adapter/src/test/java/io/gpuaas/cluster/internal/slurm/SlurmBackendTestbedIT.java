package io.gpuaas.cluster.internal.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `slurm`: slurmctld, three slurmd and slurmrestd.
class SlurmBackendTestbedIT extends ClusterPortContract {
  @RegisterExtension static final Peer SLURM = new Peer("slurm/url", "slurm/missing");

  private Map<String, String> settings() {
    return Map.of(
        "url", SLURM.read("slurm/url"),
        "user", "root",
        "tokenFile", SLURM.path("slurm/token").toString(),
        "instance", "it-" + unique,
        "partition", "low",
        "images", "ignored",
        "pinning", "features");
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

  private Tree job(EnsureRun run) {
    return rest().jobs().stream()
        .filter(job -> job.text("comment").endsWith("/" + run.run().value()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    assertThat(job(run).text("nodes")).isEqualTo("n[1,3]");
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
