package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;

/// What open runs have used and not yet booked: computed when asked, never stored.
@Component
class OpenUsage {
  private final LineStore lines;
  private final RateStore rates;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  OpenUsage(LineStore lines, RateStore rates) {
    this.lines = lines;
    this.rates = rates;
  }

  List<RatedUsage> upTo(Instant now) {
    return rated(lines.openRuns(), now);
  }

  List<RatedUsage> of(Collection<JobId> jobs, Instant now) {
    return rated(lines.openRunsOf(jobs), now);
  }

  private List<RatedUsage> rated(List<OpenRun> runs, Instant now) {
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    List<RatedUsage> result = new ArrayList<>();
    for (OpenRun run : runs) {
      result.addAll(rater.rate(Meter.since(meter.accrued(run, now), run.storedUpTo())));
    }
    return result;
  }
}
