package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.World;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/// What becomes of runs whose cluster was not heard of for too long.
class LostRunsIT {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant SILENT = NOON.plusSeconds(4_800);
  private static final QuotaConfig NO_QUOTAS =
      new QuotaConfig(1, List.of(), List.of(), List.of(), List.of());

  private final TransactionTemplate transactions = InventoryModule.bean(TransactionTemplate.class);
  private final BatchWriter writer = InventoryModule.bean(BatchWriter.class);
  private final LostRuns lostRuns = new LostRuns(writer, transactions);
  private Board board = board();

  @BeforeEach
  void empty() {
    InventoryModule.reset();
    board = board();
  }

  private static Board board() {
    List<Node> nodes = List.of(node("east"), node("west"));
    return new Board(
        0,
        World.of(NO_QUOTAS, SchedulingPolicy.DEFAULT, nodes, List.of(), List.of()),
        ExpectedMix.NONE,
        new Inventory(1, List.of(), nodes, SchedulingPolicy.DEFAULT),
        NO_QUOTAS,
        0);
  }

  private static Node node(String cluster) {
    return new Node(
        new NodeRef(cluster, "n"),
        Collections.emptySortedMap(),
        ResourceAmounts.of(Resources.GPU, 8),
        0,
        "H200",
        false,
        List.of(),
        true,
        true);
  }

  private static Job job(String name) {
    JobSpec spec =
        new JobDraft(
                "registry.example/train:1", PodSet.of("w", 1, ResourceAmounts.of(Resources.GPU, 8)))
            .maxAttempts(3)
            .spec();
    return new Job(
        new JobId("job_" + name),
        "a",
        name,
        "ada",
        Collections.emptySortedMap(),
        spec,
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

  /// A job that runs on the cluster.
  private void run(String name, String cluster) {
    Job job = job(name);
    RunId run = new RunId("run_" + name);
    PodSetAssignment placed =
        new PodSetAssignment(
            "w",
            1,
            Collections.emptySortedMap(),
            List.of(new PodSetAssignment.NodeShare(new NodeRef(cluster, "n"), 1)));
    Batch batch = new Batch(board);
    transactions.executeWithoutResult(
        _ -> {
          InventoryModule.bean(JobStore.class).insert(new JobStore.NewJob(job, ""));
          batch.queued(job);
          batch.signal(job.id(), new JobSignal.Admit(NOON, run, 0, List.of(placed), List.of(), ""));
          batch.signal(job.id(), new JobSignal.Started(NOON.plusSeconds(5), run));
          writer.write(batch);
        });
    board.commit(batch);
  }

  private @Nullable Batch giveUp() {
    Batch batch = lostRuns.giveUp(board, new TreeMap<>(Map.of("east", SILENT))).orElse(null);
    if (batch != null) {
      board.commit(batch);
    }
    return batch;
  }

  private LiveJob live(String name) {
    return Objects.requireNonNull(board.find(new JobId("job_" + name)));
  }

  @Test
  void theyEndAtTheLastProofOfTheirLifeAndTheirJobsWaitAgain() {
    run("one", "east");
    run("other", "west");
    Batch ended = Objects.requireNonNull(giveUp());
    assertThat(ended.commands())
        .singleElement()
        .isInstanceOf(RunCommand.RemoveRun.class)
        .extracting(RunCommand::run)
        .isEqualTo(new RunId("run_one"));
    assertThat(giveUp()).isNotNull();
    assertThat(giveUp()).isNull();
    assertThat(live("one").job().phase()).isEqualTo(JobPhase.QUEUED);
    assertThat(live("one").job().failures()).isEqualTo(1);
    assertThat(live("one").run()).isNull();
    assertThat(live("other").job().phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(InventoryModule.bean(EventStore.class).after(0, 100))
        .filteredOn(event -> event.at().equals(SILENT))
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("RunEnded", "RunReleased");
  }

  @Test
  void whereNothingIsLostNothingIsWritten() {
    run("one", "west");
    assertThat(giveUp()).isNull();
    assertThat(lostRuns.giveUp(board, new TreeMap<>())).isEmpty();
  }
}
