package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.RoundRows.HeardRow;
import io.gpuaas.placement.internal.store.RoundRows.JobRow;
import io.gpuaas.placement.internal.store.RoundRows.RunRow;
import io.gpuaas.placement.internal.store.RoundStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// Writes a [Batch] in the caller's transaction, if the epoch it was made in still leads.
@Component
class BatchWriter {
  private final RoundStore rounds;
  private final Leadership leadership;

  BatchWriter(RoundStore rounds, Leadership leadership) {
    this.rounds = rounds;
    this.leadership = leadership;
  }

  /// @throws Leadership.LeadershipLost when another replica leads now
  void write(Batch batch) {
    write(batch, List.of());
  }

  /// Also writes what clusters said.
  ///
  /// @throws Leadership.LeadershipLost when another replica leads now
  void write(Batch batch, List<HeardRow> heard) {
    List<JobRow> jobs = new ArrayList<>();
    for (LiveJob live : batch.changedJobs()) {
      Job job = live.job();
      long stored = batch.storedVersion(job.id());
      if (job.version() != stored) {
        jobs.add(JobRow.of(job, stored));
      }
    }
    List<RunRow> fresh = new ArrayList<>();
    List<RunRow> known = new ArrayList<>();
    for (Run run : batch.runs()) {
      if (batch.isStored(run)) {
        known.add(RunRow.changed(run));
      } else {
        fresh.add(RunRow.fresh(run));
      }
    }
    long leads =
        rounds.write(
            new RoundStore.Round(heard, jobs, fresh, known, batch.events(), batch.usage()));
    leadership.require(batch.epoch(), leads);
  }
}
