package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.UnratedStore;
import io.gpuaas.accounting.internal.store.UnratedStore.Unrated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// Prices usage that had no price when it was booked, once there is one. Takes part in the
/// transaction that brings the price.
@Component
class LateRating {
  private final BookStore books;
  private final UnratedStore unrated;
  private final RateStore rates;

  LateRating(BookStore books, UnratedStore unrated, RateStore rates) {
    this.books = books;
    this.unrated = unrated;
    this.rates = rates;
  }

  /// Rates each interval that is covered wholly now; the others stay in the list of the unrated.
  void rate(String reference, Instant now) {
    Progress progress = books.lockProgress();
    long journal = progress.journalId() + 1;
    Rater rater = new Rater(new PriceBook(rates.rates()), MeterPolicy.standard());
    List<UnratedStore.LateLine> lines = new ArrayList<>();
    List<RatedUsage> priced = new ArrayList<>();
    for (Unrated interval : unrated.all()) {
      List<RatedUsage> parts = rater.rate(interval.usage());
      if (parts.stream().allMatch(part -> part.pricing() instanceof Pricing.Priced)) {
        parts.forEach(part -> lines.add(new UnratedStore.LateLine(interval, part, journal)));
        priced.addAll(parts);
      }
    }
    if (!lines.isEmpty()) {
      unrated.add(lines);
      String currency = rates.currency().orElse(Currencies.DEFAULT);
      books.addJournal(journal, "USAGE", reference, now, currency, Postings.of(priced));
      books.saveProgress(new Progress(progress.seq(), progress.intervalId(), journal));
    }
  }
}
