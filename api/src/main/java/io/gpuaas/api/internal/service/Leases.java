package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.LeaseStore;
import io.gpuaas.api.internal.store.LeaseStore.Lease;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobService;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Jobs that live only as long as somebody vouches for them. A pipeline renews the lease of its
/// job; when its runner is killed nobody does, and the job is cancelled.
@Service
public class Leases {
  /// Who cancels, in the job's timeline.
  public static final String ACTOR = "lease";

  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final int BATCH = 100;

  private final LeaseStore store;
  private final JobService jobs;
  private final InstantSource clock;

  Leases(LeaseStore store, JobService jobs, InstantSource clock) {
    this.store = store;
    this.jobs = jobs;
    this.clock = clock;
  }

  /// Begins or renews a lease from now on.
  @Transactional
  public Lease grant(JobId job, int seconds, String login) {
    Lease lease = new Lease(job, seconds, clock.instant().plusSeconds(seconds), login);
    store.put(lease);
    return lease;
  }

  public Optional<Lease> find(JobId job) {
    return store.find(job);
  }

  /// The job lives on by itself. False when it had no lease.
  @Transactional
  public boolean release(JobId job) {
    return store.delete(job);
  }

  /// Cancels the jobs whose lease has ended; lease and wish to cancel are one transaction.
  @Transactional
  public int cancelLapsed() {
    List<Lease> lapsed = store.takeLapsed(clock.instant(), BATCH);
    for (Lease lease : lapsed) {
      String reason = "CI_CANCEL: nobody has renewed the lease of %d s.".formatted(lease.seconds());
      if (jobs.cancel(lease.job(), ACTOR, reason)) {
        LOG.info("Job {} is cancelled: its lease ended at {}", lease.job(), lease.expiresAt());
      }
    }
    return lapsed.size();
  }
}
