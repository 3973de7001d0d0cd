package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Line;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// Books what open runs have used until the end of a month, so that it can be closed. Takes part in
/// the transaction of the close.
@Component
class Accruals {
  private final BookStore books;
  private final LineStore lines;
  private final RateStore rates;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  Accruals(BookStore books, LineStore lines, RateStore rates) {
    this.books = books;
    this.lines = lines;
    this.rates = rates;
  }

  /// Books what the open runs of `projects` have used until the end of the month.
  void store(List<String> projects, Period period, Instant now) {
    Instant end = period.to();
    Progress progress = books.lockProgress();
    long journal = progress.journalId() + 1;
    Rater rater = new Rater(new PriceBook(rates.rates()), policy);
    List<Line> stored = new ArrayList<>();
    List<OpenRun> changed = new ArrayList<>();
    for (OpenRun run : lines.openRuns()) {
      if (projects.contains(run.run().project()) && run.storedUpTo().isBefore(end)) {
        List<UsageInterval> rest = Meter.since(meter.accrued(run, end), run.storedUpTo());
        for (RatedUsage rated : rater.rate(rest)) {
          for (RatedUsage part : Months.cut(rated)) {
            long id = progress.intervalId() + stored.size() + 1;
            stored.add(new Line(id, progress.seq(), journal, part));
          }
        }
        changed.add(run.withStored(rest, end));
      }
    }
    books.addLines(stored);
    books.saveOpenRuns(changed);
    String reference = "open runs at the end of " + period.month() + " " + period.key();
    books.addJournal(
        journal,
        "USAGE",
        reference,
        now,
        rates.currency().orElse(Currencies.DEFAULT),
        Postings.of(stored.stream().map(Line::rated).toList()));
    books.saveProgress(
        new Progress(progress.seq(), progress.intervalId() + stored.size(), journal));
  }
}
