package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.accounting.internal.engine.CapacityMeter;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.store.CapacityStore;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Conservation from the nodes' history, the ledger and the open runs.
@Service
class LedgerConservation implements ConservationQueries {
  private final CapacityStore store;
  private final OpenUsage open;

  LedgerConservation(CapacityStore store, OpenUsage open) {
    this.store = store;
    this.open = open;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Row> rows(Instant from, Instant to, Instant now) {
    return rows(from, to, now, List.of());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Row> rows(Instant from, Instant to, Instant now, List<WaitingTime> waiting) {
    Instant start = Meter.toMillis(from);
    Instant end = Meter.toMillis(to.isBefore(now) ? to : now);
    if (!start.isBefore(end)) {
      return List.of();
    }
    CapacityMeter meter = new CapacityMeter();
    meter.addNodes(store.nodes(start, end));
    store.addHeld(meter, start, end);
    for (RatedUsage rated : open.upTo(end)) {
      UsageInterval usage = rated.usage();
      meter.addHeld(
          usage.pool(),
          usage.model(),
          usage.usageClass(),
          usage.milliGpus(),
          usage.from(),
          usage.to());
    }
    waiting.forEach(meter::addWaiting);
    return meter.rows(start, end);
  }
}
