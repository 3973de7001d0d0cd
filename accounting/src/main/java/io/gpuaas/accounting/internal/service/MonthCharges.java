package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.IdleCosts.IdleCost;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Kind;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Part;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.store.MonthChargeStore;
import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// What statements charge beside usage: commitments, idle GPUs, credits of lenders.
///
/// Always computed for the whole organisation, before anybody filters. The first close of a period
/// settles it for all projects, so that shares add up whenever the others are closed.
@Component
class MonthCharges {
  private final MonthChargeStore store;
  private final CommitmentCharges commitments;
  private final IdleCosts idle;
  private final LentHours lent;

  MonthCharges(
      MonthChargeStore store, CommitmentCharges commitments, IdleCosts idle, LentHours lent) {
    this.store = store;
    this.commitments = commitments;
    this.idle = idle;
    this.lent = lent;
  }

  /// By project; those that owe nothing beside usage are missing.
  ///
  /// @param live what open runs have used until `now`
  SortedMap<String, List<Extra>> of(Period period, List<RatedUsage> live, Instant now) {
    return store.isSettled(period) ? store.settled(period) : compute(period, live, now);
  }

  /// Settles the month, if nobody has; takes part in the transaction of the close.
  void settle(Period period, List<RatedUsage> live, Instant now) {
    if (!store.isSettled(period)) {
      store.settle(period, compute(period, live, now), now);
    }
  }

  private SortedMap<String, List<Extra>> compute(
      Period period, List<RatedUsage> live, Instant now) {
    YearMonth month = period.month();
    Instant from = period.from();
    Instant end = period.to();
    Instant to = end.isBefore(now) ? end : now;
    SortedMap<String, List<Extra>> charges = new TreeMap<>();
    if (from.isBefore(to)) {
      commitments.covered(live, from, to).forEach(it -> addCovered(charges, it));
      List<ChargePolicy> policies = store.policies();
      if (policies.stream().anyMatch(ChargePolicy::charges)) {
        addIdle(charges, policies, month, from, to);
        addLent(charges, policies, month, from, to);
      }
    }
    return charges;
  }

  private static void add(SortedMap<String, List<Extra>> charges, String project, Extra extra) {
    charges.computeIfAbsent(project, _ -> new ArrayList<>()).add(extra);
  }

  private static void addCovered(SortedMap<String, List<Extra>> charges, Covered it) {
    Commitment commitment = it.commitment();
    GpuTime used = it.used();
    GpuTime unused = new GpuTime(it.reserved().milliGpuMillis() - used.milliGpuMillis());
    String explanation =
        "Reserved; %s GPU-hours used, %s not"
            .formatted(used.gpuHours().toPlainString(), unused.gpuHours().toPlainString());
    Extra fee =
        new Extra(
            StatementCharge.Kind.COMMITMENT,
            commitment.id(),
            commitment.pool(),
            commitment.model(),
            explanation,
            it.reserved(),
            it.fee(),
            commitment.priceMicros(),
            null,
            null);
    add(charges, commitment.project(), fee);
    for (Part part : it.parts()) {
      add(charges, commitment.project(), credit(commitment, part));
    }
  }

  private static Extra credit(Commitment commitment, Part part) {
    Kind kind = part.kind();
    return new Extra(
        StatementCharge.Kind.COVERED,
        commitment.id(),
        commitment.pool(),
        commitment.model(),
        "Usage that the commitment covers",
        part.time(),
        Charge.of(kind.priceMicros(), part.time()).negated(),
        kind.priceMicros(),
        kind.usageClass(),
        kind.meter());
  }

  private void addIdle(
      SortedMap<String, List<Extra>> charges,
      List<ChargePolicy> policies,
      YearMonth month,
      Instant from,
      Instant to) {
    for (IdleCosts.Policy policy : IdleCosts.Policy.values()) {
      boolean used = policies.stream().anyMatch(it -> it.idle() == policy);
      if (policy != IdleCosts.Policy.PLATFORM_ABSORBS && used) {
        for (IdleCost cost : idle.of(from, to, to, policy)) {
          if (ChargePolicies.in(policies, cost.pool(), month).idle() == policy) {
            addShares(charges, cost, policy);
          }
        }
      }
    }
  }

  private static void addShares(
      SortedMap<String, List<Extra>> charges, IdleCost cost, IdleCosts.Policy policy) {
    String explanation =
        "Share of %s idle GPU-hours, %s".formatted(cost.idle().gpuHours().toPlainString(), policy);
    cost.shares()
        .forEach(
            (project, share) ->
                add(
                    charges,
                    project,
                    new Extra(
                        StatementCharge.Kind.IDLE,
                        cost.pool(),
                        cost.model(),
                        explanation,
                        GpuTime.ZERO,
                        share)));
  }

  private void addLent(
      SortedMap<String, List<Extra>> charges,
      List<ChargePolicy> policies,
      YearMonth month,
      Instant from,
      Instant to) {
    lent.credits(pool -> ChargePolicies.in(policies, pool, month), from, to)
        .forEach(
            (lender, places) ->
                places.forEach(
                    (place, credit) ->
                        add(
                            charges,
                            lender,
                            new Extra(
                                StatementCharge.Kind.LENT,
                                place.pool(),
                                place.model(),
                                "GPUs that others borrowed",
                                GpuTime.ZERO,
                                credit.negated()))));
  }
}
