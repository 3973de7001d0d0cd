package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.QuotaUse;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.QuotaTimes;
import io.gpuaas.accounting.internal.engine.QuotaUseMeter;
import io.gpuaas.accounting.internal.store.CapacityStore;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// The use of quota from the history of guarantees, the ledger and the open runs.
@Service
class LedgerQuotaUse implements QuotaUse {
  private final CapacityStore store;
  private final PastQuotas quotas;
  private final OpenUsage open;

  LedgerQuotaUse(CapacityStore store, PastQuotas quotas, OpenUsage open) {
    this.store = store;
    this.quotas = quotas;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Row> rows(
      SortedSet<String> projects,
      Instant from,
      Instant to,
      Instant now,
      List<WaitingTime> waiting) {
    Instant start = Meter.toMillis(from);
    Instant end = Meter.toMillis(to.isBefore(now) ? to : now);
    if (!start.isBefore(end)) {
      return List.of();
    }
    QuotaUseMeter meter = new QuotaUseMeter();
    for (QuotaTimes.Change change : quotas.times().steps(start, end)) {
      if (projects.contains(change.guarantee().project())) {
        meter.addGuarantee(change);
      }
    }
    store.addHeld(meter, projects, start, end);
    for (RatedUsage rated : open.upTo(end)) {
      UsageInterval usage = rated.usage();
      String project = usage.run().project();
      if (projects.contains(project)) {
        meter.addHeld(
            project, usage.pool(), usage.usageClass(), usage.milliGpus(), usage.from(), usage.to());
      }
    }
    waiting.forEach(meter::addWaiting);
    return meter.rows(start, end);
  }
}
