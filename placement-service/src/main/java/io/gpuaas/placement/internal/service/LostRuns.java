package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Gives up the runs of clusters that were out of reach for too long: they end by the platform's
/// fault at the last proof of their life, and their jobs wait again. In two steps, so that the
/// cluster is told to remove them while they are known; it does when it comes back.
@Component
class LostRuns {
  private final BatchWriter writer;
  private final TransactionTemplate transactions;

  LostRuns(BatchWriter writer, TransactionTemplate transactions) {
    this.writer = writer;
    this.transactions = transactions;
  }

  /// Ends those that have not ended, or else frees the room of those that have; empty when there
  /// are none. The board is brought up to date by the caller, with the batch.
  ///
  /// @param lost clusters, and since when they were not heard of
  Optional<Batch> giveUp(Board board, SortedMap<String, Instant> lost) {
    if (lost.isEmpty()) {
      return Optional.empty();
    }
    Batch batch = Objects.requireNonNull(transactions.execute(_ -> inOne(board, lost)));
    return batch.isEmpty() ? Optional.empty() : Optional.of(batch);
  }

  private Batch inOne(Board board, SortedMap<String, Instant> lost) {
    Batch batch = new Batch(board);
    for (LiveJob live : board.live().values()) {
      Run run = live.run();
      String cluster = run == null ? "" : Dispatcher.clusterOf(run);
      Instant since = lost.get(cluster);
      if (run != null && since != null) {
        batch.signal(live.job().id(), signal(run, cluster, since));
      }
    }
    if (!batch.isEmpty()) {
      writer.write(batch);
    }
    return batch;
  }

  private static JobSignal signal(Run run, String cluster, Instant since) {
    if (run.state() == RunState.ENDED) {
      return new JobSignal.Gone(since, run.id());
    }
    String message = "Cluster %s was not heard of since %s.".formatted(cluster, since);
    return new JobSignal.Ended(since, run.id(), RunOutcome.NODE_FAILED, null, message);
  }
}
