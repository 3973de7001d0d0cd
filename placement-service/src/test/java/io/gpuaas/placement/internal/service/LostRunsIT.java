package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobStore;
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
  private static final Instant SILENT = Boards.NOON.plusSeconds(4_800);

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
    return Boards.of(
        Boards.NO_QUOTAS,
        Boards.node("east", Collections.emptySortedMap()),
        Boards.node("west", Collections.emptySortedMap()));
  }

  /// A job that runs on the cluster.
  private void run(String name, String cluster) {
    Job job = Boards.job(name, "a", Boards.pods());
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
          batch.signal(
              job.id(), new JobSignal.Admit(Boards.NOON, run, 0, List.of(placed), List.of(), ""));
          batch.signal(job.id(), new JobSignal.Started(Boards.NOON.plusSeconds(5), run));
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
