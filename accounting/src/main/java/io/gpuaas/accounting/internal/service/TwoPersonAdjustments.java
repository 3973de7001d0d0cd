package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.internal.engine.Postings;
import io.gpuaas.accounting.internal.store.AdjustmentStore;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.BookStore.Progress;
import io.gpuaas.accounting.internal.store.ClosedMonthStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.SoftCloseStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.IdGenerator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Adjustments that one person asks for and another approves.
@Service
class TwoPersonAdjustments implements Adjustments {
  private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,6})?");
  private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,62}");
  private static final Pattern MONTH = Pattern.compile("[0-9]{4}-(0[1-9]|1[0-2])");
  private static final int EXPLANATION_MAX = 1_000;

  private final AdjustmentStore store;
  private final SoftCloseStore softClosed;
  private final ClosedMonthStore closed;
  private final BookStore books;
  private final RateStore rates;
  private final IdGenerator ids;
  private final InstantSource clock;

  TwoPersonAdjustments(
      AdjustmentStore store,
      SoftCloseStore softClosed,
      ClosedMonthStore closed,
      BookStore books,
      RateStore rates,
      IdGenerator ids,
      InstantSource clock) {
    this.store = store;
    this.softClosed = softClosed;
    this.closed = closed;
    this.books = books;
    this.rates = rates;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Adjustment> list() {
    return store.list();
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Adjustment> find(String id) {
    return store.find(id);
  }

  @Override
  @Transactional
  public Outcome request(Wish wish, String author) {
    books.lockProgress();
    List<Fault> faults = faults(wish.amount(), wish.reasonCode(), wish.explanation());
    faults.addAll(reversalFaults(wish.project(), wish.amount(), wish.reverses()));
    faults.addAll(monthFaults(wish.project(), wish.month()));
    if (!faults.isEmpty()) {
      return new Outcome.Refused(faults);
    }
    Adjustment adjustment =
        new Adjustment(
            ids.next("adj"),
            wish.project(),
            wish.reasonCode(),
            wish.explanation(),
            Charge.ofDecimal(new BigDecimal(wish.amount())),
            currency(),
            wish.reverses(),
            author,
            clock.instant(),
            Status.REQUESTED,
            "",
            wish.month());
    store.add(adjustment);
    return new Outcome.Done(adjustment);
  }

  private static List<Fault> faults(String amount, String reasonCode, String explanation) {
    List<Fault> faults = new ArrayList<>();
    if (!AMOUNT.matcher(amount).matches() || new BigDecimal(amount).signum() == 0) {
      String detail = "A decimal other than 0 with at most 12 digits and 6 decimals is needed.";
      faults.add(new Fault("/amount", "INVALID_AMOUNT", detail, amount, null));
    }
    if (!CODE.matcher(reasonCode).matches()) {
      String detail = "A code of A-Z, 0-9 and _ such as GOODWILL is needed.";
      faults.add(new Fault("/reasonCode", "INVALID_CODE", detail, reasonCode, null));
    }
    if (explanation.isBlank() || explanation.length() > EXPLANATION_MAX) {
      String detail = "An explanation of 1 to 1000 characters is needed.";
      faults.add(new Fault("/explanation", "INVALID_TEXT", detail, explanation, "1000"));
    }
    return faults;
  }

  /// Only a month that is soft closed, and not closed, may be named.
  private List<Fault> monthFaults(String project, String month) {
    if (month.isEmpty() || (MONTH.matcher(month).matches() && isSoftClosed(project, month))) {
      return List.of();
    }
    String detail = "A month such as 2026-11 that is soft closed for the project is needed.";
    return List.of(new Fault("/month", "PERIOD_NOT_SOFT_CLOSED", detail, month, null));
  }

  private boolean isSoftClosed(String project, String month) {
    YearMonth named = YearMonth.parse(month);
    return softClosed.find(project, named).isPresent() && !closed.isClosed(project, named);
  }

  private List<Fault> reversalFaults(String project, String amount, String reverses) {
    if (reverses.isEmpty()) {
      return List.of();
    }
    Optional<Adjustment> undone = store.find(reverses);
    boolean fits =
        undone.isPresent()
            && undone.get().status() == Status.APPROVED
            && undone.get().project().equals(project)
            && AMOUNT.matcher(amount).matches()
            && Charge.ofDecimal(new BigDecimal(amount)).equals(undone.get().amount().negated())
            && !store.isReversed(reverses);
    String detail =
        "It must be an approved adjustment of the same project that is not reversed yet, and the"
            + " amount its opposite.";
    return fits
        ? List.of()
        : List.of(new Fault("/reverses", "NOT_REVERSIBLE", detail, reverses, null));
  }

  @Override
  @Transactional
  public Outcome decide(String id, Decision decision, String decidedBy) {
    Progress progress = books.lockProgress();
    Optional<Adjustment> asked = store.find(id);
    if (asked.isEmpty()) {
      return new Outcome.Unknown();
    }
    Adjustment adjustment = asked.get();
    if (adjustment.status() != Status.REQUESTED) {
      return refused("ALREADY_DECIDED", "It was decided by %s.".formatted(adjustment.decidedBy()));
    }
    if (decision == Decision.APPROVE && adjustment.requestedBy().equals(decidedBy)) {
      return refused("SAME_PERSON", "Who asks for an adjustment cannot approve it.");
    }
    boolean tooLate =
        !adjustment.month().isEmpty() && !isSoftClosed(adjustment.project(), adjustment.month());
    if (tooLate && decision == Decision.APPROVE) {
      return refused("PERIOD_CLOSED", "Month %s is closed.".formatted(adjustment.month()));
    }
    Instant now = clock.instant();
    switch (decision) {
      case APPROVE -> store.decide(id, true, decidedBy, now, post(adjustment, progress, now));
      case REJECT -> store.decide(id, false, decidedBy, now, 0);
    }
    return new Outcome.Done(store.find(id).orElseThrow());
  }

  private long post(Adjustment adjustment, Progress progress, Instant now) {
    long journal = progress.journalId() + 1;
    Map<String, Charge> amounts = new TreeMap<>();
    amounts.put(adjustment.project(), adjustment.amount());
    books.addJournal(
        journal,
        "ADJUSTMENT",
        adjustment.id(),
        now,
        adjustment.currency(),
        Postings.balanced(amounts, Postings.RECOVERY));
    books.saveProgress(new Progress(progress.seq(), progress.intervalId(), journal));
    return journal;
  }

  private static Outcome refused(String code, String detail) {
    return new Outcome.Refused(List.of(Fault.of("", code, detail)));
  }

  private String currency() {
    return rates.currency().orElse(Currencies.DEFAULT);
  }
}
