package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Prices intervals and cuts them where the price changes: at dates and at the borders of time
/// bands.
///
/// Keeps the time line of each key that it was asked for; make a new one for other rates. Not for
/// several threads at once.
public final class Rater {
  private final PriceBook book;
  private final MeterPolicy policy;
  private final boolean banded;
  private final Map<RateKey, List<PriceBook.Span>> known = new TreeMap<>();
  private final Map<RateKey, PriceBook> books = new TreeMap<>();

  public Rater(PriceBook book, MeterPolicy policy) {
    this.book = book;
    this.policy = policy;
    this.banded = book.hasBands();
  }

  /// `usage` in pieces of one price each, in order of time; together exactly `usage`.
  public List<RatedUsage> rate(UsageInterval usage) {
    if (!policy.bills(usage.meter())) {
      return List.of(new RatedUsage(usage, new Pricing.Free()));
    }
    List<RatedUsage> pieces = new ArrayList<>();
    for (PriceBook.Span span : spans(usage)) {
      Instant from = usage.from().isBefore(span.from()) ? span.from() : usage.from();
      Instant to = usage.to().isAfter(span.to()) ? span.to() : usage.to();
      if (from.isBefore(to)) {
        pieces.add(new RatedUsage(usage.within(from, to), pricing(span)));
      }
    }
    return pieces;
  }

  private List<PriceBook.Span> spans(UsageInterval usage) {
    RateKey key = RateKey.of(usage);
    if (!banded) {
      return known.computeIfAbsent(key, book::spans);
    }
    PriceBook own = books.computeIfAbsent(key, book::of);
    return own.hasBands()
        ? own.spans(key, usage.from(), usage.to())
        : known.computeIfAbsent(key, own::spans);
  }

  public List<RatedUsage> rate(List<UsageInterval> usages) {
    List<RatedUsage> pieces = new ArrayList<>(usages.size());
    usages.forEach(usage -> pieces.addAll(rate(usage)));
    return pieces;
  }

  private static Pricing pricing(PriceBook.Span span) {
    Rate rate = span.rate();
    return rate == null ? new Pricing.Unpriced() : priced(rate);
  }

  private static Pricing priced(Rate rate) {
    return new Pricing.Priced(rate.id(), rate.version(), rate.priceMicros(), rate.listMicros());
  }
}
