package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.CostLimits;
import io.gpuaas.accounting.CostLimits.Due;
import io.gpuaas.accounting.CostLimits.Limit;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Stops jobs before they cost more than their owner wants: as a user's own cancellation does, with
/// notice.
@Service
public class CostStops implements VirtualTimeParticipant, Chore {
  /// Who cancels, in the job's timeline.
  public static final String ACTOR = "max-cost";

  private static final Logger LOG = LoggerFactory.getLogger(CostStops.class);

  private final CostLimits limits;
  private final LedgerFollower ledger;
  private final JobService jobs;
  private final InstantSource clock;
  private final TransactionTemplate transaction;

  CostStops(
      CostLimits limits,
      LedgerFollower ledger,
      JobService jobs,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.limits = limits;
    this.ledger = ledger;
    this.jobs = jobs;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
  }

  /// Tells the jobs whose money is used up to stop; the note of it and the wish to cancel are one
  /// transaction. How many were told.
  public int stopDue() {
    List<Due> due = limits.due(clock.instant());
    for (Due one : due) {
      transaction.executeWithoutResult(_ -> stop(one));
    }
    return due.size();
  }

  private void stop(Due due) {
    Limit limit = due.limit();
    JobId job = limit.job();
    String reason =
        "MAX_COST: it has cost %s %s, and with its notice of %d s reaches the %s it may cost."
            .formatted(
                due.spent().toDecimal(2).toPlainString(),
                limit.currency(),
                limit.noticeMillis() / 1_000,
                limit.most().toDecimal(2).toPlainString());
    limits.markStopped(job, clock.instant());
    if (jobs.cancel(job, ACTOR, reason)) {
      LOG.info("Job {} is cancelled. {}", job, reason);
    }
  }

  @Override
  public @Nullable Instant nextEventAt() {
    if (!limits.isAnySet()) {
      return null;
    }
    ledger.catchUp();
    return limits.nextAt(clock.instant());
  }

  @Override
  public void happenUntil(Instant now) {
    stopDue();
  }

  @Override
  public void attend() {
    var _ = stopDue();
  }
}
