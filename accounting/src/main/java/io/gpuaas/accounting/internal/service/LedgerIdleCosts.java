package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.internal.engine.IdleShares;
import io.gpuaas.accounting.internal.engine.IdleShares.Held;
import io.gpuaas.accounting.internal.engine.IdleShares.Place;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Idle cost from conservation, usage and the price book.
@Service
class LedgerIdleCosts implements IdleCosts {
  private final ConservationQueries conservation;
  private final UsageQueries usage;
  private final RateStore rates;
  private final PastQuotas quotas;

  LedgerIdleCosts(
      ConservationQueries conservation, UsageQueries usage, RateStore rates, PastQuotas quotas) {
    this.conservation = conservation;
    this.usage = usage;
    this.rates = rates;
    this.quotas = quotas;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<IdleCost> of(Instant from, Instant to, Instant now, Policy policy) {
    Instant end = to.isBefore(now) ? to : now;
    if (!from.isBefore(end)) {
      return List.of();
    }
    IdleShares shares = new IdleShares(new PriceBook(rates.rates()), policy);
    conservation.rows(from, end, now).forEach(shares::add);
    return shares.costs(held(from, end, now), quotas.times().time(from, end));
  }

  private SortedMap<Place, SortedMap<String, Held>> held(Instant from, Instant to, Instant now) {
    UsageReport report =
        usage.report(
            UsageQuestion.of(
                    from,
                    to,
                    now,
                    List.of(Dimension.POOL, Dimension.MODEL, Dimension.PROJECT, Dimension.CLASS))
                .withoutJobs());
    SortedMap<Place, SortedMap<String, Held>> held = new TreeMap<>();
    for (UsageReport.Row row : report.rows()) {
      boolean nominal = row.key().get(3).equals(UsageClass.NOMINAL.name());
      held.computeIfAbsent(new Place(row.key().get(0), row.key().get(1)), _ -> new TreeMap<>())
          .merge(
              row.key().get(2),
              new Held(nominal ? row.time() : GpuTime.ZERO, row.time()),
              (one, other) ->
                  new Held(one.nominal().plus(other.nominal()), one.all().plus(other.all())));
    }
    return held;
  }
}
