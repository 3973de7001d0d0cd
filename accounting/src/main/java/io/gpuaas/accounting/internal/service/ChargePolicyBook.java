package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.accounting.internal.engine.SecondPerson;
import io.gpuaas.accounting.internal.store.BookStore;
import io.gpuaas.accounting.internal.store.MonthChargeStore;
import io.gpuaas.core.Fault;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps charge policies.
@Service
class ChargePolicyBook implements ChargePolicies {
  private static final int NAME_MAX = 253;

  private final MonthChargeStore store;
  private final BookStore books;
  private final InstantSource clock;

  ChargePolicyBook(MonthChargeStore store, BookStore books, InstantSource clock) {
    this.store = store;
    this.books = books;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Entry> list() {
    return store.proposedPolicies();
  }

  @Override
  @Transactional(readOnly = true)
  public List<ChargePolicy> agreed() {
    return store.policies();
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> propose(
      String pool, String since, String idle, int lenderPercent, String author) {
    books.lockProgress();
    Instant now = clock.instant();
    List<Fault> faults = new ArrayList<>();
    if (pool.isBlank() || pool.length() > NAME_MAX) {
      String detail = "The name of a pool, or * for all others, is needed.";
      faults.add(new Fault("/pool", "INVALID_NAME", detail, pool, null));
    }
    if (lenderPercent < 0 || lenderPercent > 100) {
      String value = Integer.toString(lenderPercent);
      faults.add(new Fault("/lenderPercent", "OUT_OF_RANGE", "From 0 to 100.", value, "100"));
    }
    Optional<IdleCosts.Policy> policy =
        Arrays.stream(IdleCosts.Policy.values()).filter(it -> it.name().equals(idle)).findFirst();
    if (policy.isEmpty()) {
      String detail = "Allowed are %s.".formatted(List.of(IdleCosts.Policy.values()));
      faults.add(new Fault("/idle", "UNKNOWN_VALUE", detail, idle, null));
    }
    Optional<YearMonth> month = month(since, now, faults);
    if (!faults.isEmpty()) {
      return new ProposalOutcome.Refused<>(faults);
    }
    ChargePolicy saved =
        new ChargePolicy(pool, month.orElseThrow(), policy.orElseThrow(), lenderPercent, author);
    return new ProposalOutcome.Saved<>(new Entry(store.propose(saved, now), saved, Approval.OPEN));
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> decide(long id, Decision decision, String decidedBy) {
    books.lockProgress();
    Entry entry = find(id).orElse(null);
    if (entry == null) {
      return new ProposalOutcome.Unknown<>();
    }
    Instant now = clock.instant();
    List<Fault> faults = new ArrayList<>();
    SecondPerson.fault(entry.approval(), entry.policy().author(), decision, decidedBy)
        .ifPresent(faults::add);
    if (faults.isEmpty() && decision == Decision.APPROVE) {
      month(entry.policy().since().toString(), now, faults);
    }
    if (!faults.isEmpty()) {
      return new ProposalOutcome.Refused<>(faults);
    }
    store.decide(id, decision == Decision.APPROVE, decidedBy, now);
    return new ProposalOutcome.Saved<>(find(id).orElseThrow());
  }

  private Optional<Entry> find(long id) {
    return store.proposedPolicies().stream().filter(it -> it.id() == id).findFirst();
  }

  /// Neither over nor settled yet, in any zone.
  private Optional<YearMonth> month(String since, Instant now, List<Fault> faults) {
    try {
      YearMonth month = YearMonth.parse(since);
      YearMonth current = YearMonth.from(now.atOffset(ZoneOffset.UTC));
      if (month.isBefore(current) || store.isAnySettledSince(month)) {
        String detail = "It must not be before %s, nor closed.".formatted(current);
        faults.add(new Fault("/since", "IN_THE_PAST", detail, since, current.toString()));
      }
      return Optional.of(month);
    } catch (DateTimeException _) {
      String detail = "A month such as 2026-12 is needed.";
      faults.add(new Fault("/since", "INVALID_TIME", detail, since, null));
      return Optional.empty();
    }
  }
}
