package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/// Fixes what a month is made of, before it is soft closed or closed. Takes part in the transaction
/// of the close.
@Component
class MonthSettling {
  private final BookStore books;
  private final Accruals accruals;
  private final MonthCharges charges;
  private final OpenUsage open;

  MonthSettling(BookStore books, Accruals accruals, MonthCharges charges, OpenUsage open) {
    this.books = books;
    this.accruals = accruals;
    this.charges = charges;
    this.open = open;
  }

  /// Nobody else books until the transaction ends.
  void lock() {
    books.lockProgress();
  }

  /// Books what open runs of `projects` have used in the month, and settles the charges beside
  /// usage of all projects; the numbers that the books have then.
  Progress settle(List<String> projects, Period period, Instant now) {
    if (!projects.isEmpty()) {
      accruals.store(projects, period, now);
    }
    charges.settle(period, open.upTo(now), now);
    return books.lockProgress();
  }
}
