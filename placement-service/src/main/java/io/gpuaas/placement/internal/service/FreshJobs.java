package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.internal.store.JobStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Jobs that were just stored, on their way to the leader. It changes a job before anyone else
/// does, so what this process has stored itself need not be read back; the rest is.
@Component
class FreshJobs {
  private static final int MOST_KEPT = 10_000;

  private final JobStore store;
  private final Leadership leadership;
  private final ConcurrentHashMap<JobId, Job> kept = new ConcurrentHashMap<>();

  FreshJobs(JobStore store, Leadership leadership) {
    this.store = store;
    this.leadership = leadership;
  }

  /// In the transaction that stores the jobs: keeps them once it has committed, if this process
  /// leads.
  void keepOnCommit(List<Job> jobs) {
    AfterCommit.run(() -> keep(jobs));
  }

  private void keep(List<Job> jobs) {
    if (leadership.isLeading() && kept.size() + jobs.size() <= MOST_KEPT) {
      jobs.forEach(job -> kept.put(job.id(), job));
    }
  }

  /// The jobs, oldest first. Those kept here are kept no longer.
  List<Job> take(List<JobId> ids) {
    List<Job> jobs = new ArrayList<>();
    List<JobId> others = new ArrayList<>();
    for (JobId id : ids) {
      @Nullable Job job = kept.remove(id);
      if (job == null) {
        others.add(id);
      } else {
        jobs.add(job);
      }
    }
    if (!others.isEmpty()) {
      jobs.addAll(store.findAll(others));
    }
    jobs.sort(Comparator.comparing(Job::submittedAt).thenComparing(Job::id));
    return jobs;
  }
}
