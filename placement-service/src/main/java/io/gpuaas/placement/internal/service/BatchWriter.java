package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.JobStore.ChangedJob;
import io.gpuaas.placement.internal.store.RunStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// Writes a [Batch] in the caller's transaction.
@Component
class BatchWriter {
  private final JobStore jobs;
  private final RunStore runs;
  private final EventStore events;

  BatchWriter(JobStore jobs, RunStore runs, EventStore events) {
    this.jobs = jobs;
    this.runs = runs;
    this.events = events;
  }

  void write(Batch batch) {
    List<ChangedJob> changed = new ArrayList<>();
    for (LiveJob live : batch.changedJobs()) {
      Job job = live.job();
      long stored = batch.storedVersion(job.id());
      if (job.version() != stored) {
        changed.add(new ChangedJob(job, stored));
      }
    }
    if (!changed.isEmpty()) {
      jobs.update(changed);
    }
    writeRuns(batch);
    if (!batch.events().isEmpty()) {
      events.append(batch.events());
    }
    if (!batch.usage().isEmpty()) {
      events.appendUsage(batch.usage());
    }
  }

  private void writeRuns(Batch batch) {
    List<Run> fresh = new ArrayList<>();
    List<Run> known = new ArrayList<>();
    for (Run run : batch.runs()) {
      (batch.isStored(run) ? known : fresh).add(run);
    }
    if (!fresh.isEmpty()) {
      runs.insert(fresh);
    }
    if (!known.isEmpty()) {
      runs.update(known);
    }
  }
}
