package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostLimits;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.internal.engine.CostCurve;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.CostLimitStore;
import io.gpuaas.accounting.internal.store.CostLimitStore.Kept;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Limits of jobs, looked at with what the books and the open runs say.
@Service
class JobCostLimits implements CostLimits {
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,2})?");

  /// Nobody looks further ahead; a job that is still cheap then is looked at again.
  private static final Duration HORIZON = Duration.ofDays(400);

  private final CostLimitStore store;
  private final LineStore lines;
  private final CostQueries costs;
  private final RateStore rates;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  /// Whether the database was asked, and whether a limit was there or has been set since.
  private volatile boolean asked;

  private volatile boolean anySet;

  JobCostLimits(CostLimitStore store, LineStore lines, CostQueries costs, RateStore rates) {
    this.store = store;
    this.lines = lines;
    this.costs = costs;
    this.rates = rates;
  }

  @Override
  public boolean isAnySet() {
    if (!anySet) {
      anySet = !asked && store.isAnySet();
      asked = true;
    }
    return anySet;
  }

  @Override
  public List<Fault> check(String amount, String currency) {
    List<Fault> faults = new ArrayList<>();
    if (!AMOUNT.matcher(amount).matches() || new BigDecimal(amount).signum() == 0) {
      String detail = "A decimal above 0 with at most 12 digits and 2 decimals is needed.";
      faults.add(new Fault("/amount", "INVALID_AMOUNT", detail, amount, null));
    }
    String own = currency();
    if (!currency.equals(own)) {
      String detail = "The books are kept in %s.".formatted(own);
      faults.add(new Fault("/currency", "OTHER_CURRENCY", detail, currency, own));
    }
    return faults;
  }

  private String currency() {
    return rates.currency().orElse(Currencies.DEFAULT);
  }

  @Override
  @Transactional
  public void set(JobId job, String amount, long noticeMillis) {
    anySet = true;
    store.put(job, Charge.ofDecimal(new BigDecimal(amount)), noticeMillis);
  }

  @Override
  @Transactional(readOnly = true)
  public SortedMap<JobId, Limit> of(List<JobId> jobs) {
    SortedMap<JobId, Limit> limits = new TreeMap<>();
    String currency = currency();
    store.of(jobs).forEach(kept -> limits.put(kept.job(), limit(kept, currency)));
    return limits;
  }

  private static Limit limit(Kept kept, String currency) {
    return new Limit(kept.job(), kept.most(), currency, kept.noticeMillis(), kept.stoppedAt());
  }

  @Override
  @Transactional
  public boolean remove(JobId job) {
    return store.delete(job);
  }

  @Override
  @Transactional
  public void markStopped(JobId job, Instant at) {
    store.markStopped(job, at);
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Due> due(Instant now) {
    List<Due> due = new ArrayList<>();
    if (isAnySet()) {
      String currency = currency();
      Rater rater = new Rater(new PriceBook(rates.rates()), policy);
      for (Kept kept : store.live()) {
        CostCurve curve = curve(kept, rater);
        Charge booked = booked(kept);
        Charge after = booked.plus(curve.at(now.plusMillis(kept.noticeMillis())));
        if (after.compareTo(kept.most()) >= 0) {
          due.add(new Due(limit(kept, currency), booked.plus(curve.at(now))));
        }
      }
    }
    return due;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public @Nullable Instant nextAt(Instant now) {
    if (!isAnySet()) {
      return null;
    }
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    return store.live().stream()
        .map(kept -> stopAt(kept, rater, now))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /// The first instant at which the job is [#due].
  private @Nullable Instant stopAt(Kept kept, Rater rater, Instant now) {
    Charge left = kept.most().minus(booked(kept));
    Instant noticed = now.plusMillis(kept.noticeMillis());
    Instant end = curve(kept, rater).reaches(left, noticed, HORIZON);
    return end == null ? null : end.minusMillis(kept.noticeMillis());
  }

  private CostCurve curve(Kept kept, Rater rater) {
    return new CostCurve(meter, rater, lines.openRunsOf(List.of(kept.job())));
  }

  /// What is in the books: of runs that are over, and of closed months.
  private Charge booked(Kept kept) {
    return costs.ofJob(kept.job(), Instant.EPOCH).charge();
  }
}
