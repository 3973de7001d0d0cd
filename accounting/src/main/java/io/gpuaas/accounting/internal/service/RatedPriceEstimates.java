package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.PriceEstimates;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Rates usage that has not happened.
@Service
class RatedPriceEstimates implements PriceEstimates {
  private static final RunRef IMAGINED =
      new RunRef(new RunId("estimate"), new JobId("estimate"), 1, "", "", "");
  private static final long HOUR_MILLIS = 3_600_000;

  private final RateStore rates;

  RatedPriceEstimates(RateStore rates) {
    this.rates = rates;
  }

  @Override
  @Transactional(readOnly = true)
  public PriceEstimate estimate(List<GpuHolding> holdings, long maxRuntimeMillis, Instant now) {
    Rater rater = new Rater(new PriceBook(rates.rates()), MeterPolicy.standard());
    Instant from = Meter.toMillis(now);
    Charge perHour = Charge.ZERO;
    Charge atMax = Charge.ZERO;
    long unrated = 0;
    for (GpuHolding holding : holdings) {
      if (holding.milliGpus() > 0) {
        switch (rater.rate(usage(holding, from, 1)).getFirst().pricing()) {
          case Pricing.Priced(_, _, long price, _) ->
              perHour =
                  perHour.plus(Charge.of(price, GpuTime.of(holding.milliGpus(), HOUR_MILLIS)));
          case Pricing.Free() -> {}
          case Pricing.Unpriced() -> unrated = Math.addExact(unrated, holding.milliGpus());
        }
        if (maxRuntimeMillis > 0) {
          for (RatedUsage part : rater.rate(usage(holding, from, maxRuntimeMillis))) {
            atMax = atMax.plus(part.charge());
          }
        }
      }
    }
    String currency = rates.currency().orElse(Currencies.DEFAULT);
    return new PriceEstimate(currency, perHour, atMax, unrated);
  }

  private static UsageInterval usage(GpuHolding holding, Instant from, long millis) {
    return new UsageInterval(
        IMAGINED,
        holding.pool(),
        holding.model(),
        holding.usageClass(),
        UsageMeter.RUN,
        holding.milliGpus(),
        from,
        from.plusMillis(millis));
  }
}
