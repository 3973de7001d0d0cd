package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.BillingModes;
import io.gpuaas.accounting.internal.store.BillingModeStore;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.core.Fault;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps who is charged what statements say.
@Service
class BillingBook implements BillingModes {
  private static final int REASON_MAX = 1_000;

  private final BillingModeStore store;
  private final BookStore books;
  private final Billings billings;
  private final InstantSource clock;

  BillingBook(BillingModeStore store, BookStore books, Billings billings, InstantSource clock) {
    this.store = store;
    this.books = books;
    this.billings = billings;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Decision> decisions() {
    return store.decisions();
  }

  @Override
  @Transactional(readOnly = true)
  public Billing.Mode mode(String department, YearMonth month) {
    return billings.modes(month).getOrDefault(department, Billing.Mode.SHOW_BACK);
  }

  @Override
  @Transactional
  public Outcome decide(
      String department, Billing.Mode mode, String since, String reason, String author) {
    // No month is closed meanwhile.
    books.lockProgress();
    List<Fault> faults = new ArrayList<>();
    if (reason.isBlank() || reason.length() > REASON_MAX) {
      String detail = "A reason of at most %d characters is needed.".formatted(REASON_MAX);
      faults.add(new Fault("/reason", "REASON_NEEDED", detail, reason, null));
    }
    YearMonth month = month(since, faults);
    if (month != null) {
      List<String> projects =
          billings.homes().entrySet().stream()
              .filter(it -> it.getValue().department().equals(department))
              .map(it -> it.getKey())
              .toList();
      List<String> settled = store.settledSince(month, projects);
      if (!settled.isEmpty()) {
        String detail =
            "A month from then on is closed for %s, and closed months do not change."
                .formatted(String.join(", ", settled));
        faults.add(new Fault("/since", "PERIOD_CLOSED", detail, since, null));
      }
    }
    if (!faults.isEmpty() || month == null) {
      return new Outcome.Refused(faults);
    }
    Decision decision =
        new Decision(department, mode, month, reason.strip(), author, clock.instant());
    store.add(decision);
    return new Outcome.Decided(decision);
  }

  private static @Nullable YearMonth month(String since, List<Fault> faults) {
    try {
      return YearMonth.parse(since);
    } catch (DateTimeException _) {
      String detail = "A month such as 2026-12 is needed.";
      faults.add(new Fault("/since", "INVALID_TIME", detail, since, null));
      return null;
    }
  }
}
