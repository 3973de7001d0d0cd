package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.IdleCosts.IdleCost;
import io.gpuaas.accounting.NominalQuotas;
import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementCharge.Kind;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.CommitmentCover;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Piece;
import io.gpuaas.accounting.internal.engine.Months;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.store.CommitmentStore;
import io.gpuaas.accounting.internal.store.MonthChargeStore;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// What statements charge beside usage: commitments, idle GPUs, credits of lenders.
///
/// Always computed for the whole organisation, before anybody filters. The first close of a month
/// in a zone settles it for all projects, so that shares add up whenever the others are closed.
@Component
class MonthCharges {
  private final MonthChargeStore store;
  private final CommitmentStore commitments;
  private final IdleCosts idle;
  private final LentHours lent;
  private final ObjectProvider<NominalQuotas> quotas;

  MonthCharges(
      MonthChargeStore store,
      CommitmentStore commitments,
      IdleCosts idle,
      LentHours lent,
      ObjectProvider<NominalQuotas> quotas) {
    this.store = store;
    this.commitments = commitments;
    this.idle = idle;
    this.lent = lent;
    this.quotas = quotas;
  }

  /// By project; those that owe nothing beside usage are missing.
  ///
  /// @param live what open runs have used until `now`
  SortedMap<String, List<Extra>> of(
      YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now) {
    return store.isSettled(month, zone)
        ? store.settled(month, zone)
        : compute(month, zone, live, now);
  }

  /// Settles the month, if nobody has; takes part in the transaction of the close.
  void settle(YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now) {
    if (!store.isSettled(month, zone)) {
      store.settle(month, zone, compute(month, zone, live, now), now);
    }
  }

  private SortedMap<String, List<Extra>> compute(
      YearMonth month, ZoneId zone, List<RatedUsage> live, Instant now) {
    Instant from = Months.start(month, zone);
    Instant end = Months.end(month, zone);
    Instant to = end.isBefore(now) ? end : now;
    SortedMap<String, List<Extra>> charges = new TreeMap<>();
    if (from.isBefore(to)) {
      addCommitments(charges, live, from, to);
      List<ChargePolicy> policies = store.policies();
      if (policies.stream().anyMatch(ChargePolicy::charges)) {
        List<Guarantee> guarantees =
            quotas.stream().flatMap(port -> port.guarantees().stream()).toList();
        addIdle(charges, policies, month, guarantees, from, to);
        addLent(charges, policies, month, guarantees, from, to);
      }
    }
    return charges;
  }

  private static void add(SortedMap<String, List<Extra>> charges, String project, Extra extra) {
    charges.computeIfAbsent(project, _ -> new ArrayList<>()).add(extra);
  }

  private void addCommitments(
      SortedMap<String, List<Extra>> charges, List<RatedUsage> live, Instant from, Instant to) {
    SortedMap<String, List<Commitment>> alike = new TreeMap<>();
    for (Commitment it : commitments.agreed()) {
      if (!it.reserved(from, to).equals(GpuTime.ZERO)) {
        String key = String.join("|", it.project(), it.pool(), it.model());
        alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(it);
      }
    }
    for (List<Commitment> group : alike.values()) {
      Commitment like = group.getFirst();
      List<Piece> pieces = new ArrayList<>(commitments.pieces(like, from, to));
      live.forEach(rated -> addPiece(pieces, like, rated));
      for (Covered covered : new CommitmentCover(group, pieces).in(from, to)) {
        addCovered(charges, covered);
      }
    }
  }

  private static void addPiece(List<Piece> pieces, Commitment like, RatedUsage rated) {
    UsageInterval usage = rated.usage();
    boolean alike =
        usage.run().project().equals(like.project())
            && usage.pool().equals(like.pool())
            && usage.model().equals(like.model());
    boolean own =
        usage.usageClass() == UsageClass.NOMINAL || usage.usageClass() == UsageClass.RESERVED;
    if (alike && own && rated.pricing() instanceof Pricing.Priced(_, _, long price)) {
      pieces.add(new Piece(usage.from(), usage.to(), usage.milliGpus(), price));
    }
  }

  private static void addCovered(SortedMap<String, List<Extra>> charges, Covered it) {
    Commitment commitment = it.commitment();
    GpuTime unused = new GpuTime(it.reserved().milliGpuMillis() - it.used().milliGpuMillis());
    String explanation =
        "Reserved; %s GPU-hours used, %s not"
            .formatted(it.used().gpuHours().toPlainString(), unused.gpuHours().toPlainString());
    add(
        charges,
        commitment.project(),
        extra(Kind.COMMITMENT, commitment, explanation, it.reserved(), it.fee()));
    if (it.covered().units().signum() != 0) {
      add(
          charges,
          commitment.project(),
          extra(
              Kind.COVERED,
              commitment,
              "Usage that the commitment covers",
              it.used(),
              it.covered().negated()));
    }
  }

  private static Extra extra(
      Kind kind, Commitment commitment, String explanation, GpuTime time, Charge charge) {
    return new Extra(
        kind, commitment.id(), commitment.pool(), commitment.model(), explanation, time, charge);
  }

  private void addIdle(
      SortedMap<String, List<Extra>> charges,
      List<ChargePolicy> policies,
      YearMonth month,
      List<Guarantee> guarantees,
      Instant from,
      Instant to) {
    SortedMap<String, SortedMap<String, Long>> nominal = new TreeMap<>();
    for (Guarantee it : guarantees) {
      nominal.computeIfAbsent(it.project(), _ -> new TreeMap<>()).put(it.pool(), it.milliGpus());
    }
    for (IdleCosts.Policy policy : IdleCosts.Policy.values()) {
      boolean used = policies.stream().anyMatch(it -> it.idle() == policy);
      if (policy != IdleCosts.Policy.PLATFORM_ABSORBS && used) {
        for (IdleCost cost : idle.of(from, to, to, policy, nominal)) {
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
                        Kind.IDLE,
                        "",
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
      List<Guarantee> guarantees,
      Instant from,
      Instant to) {
    lent.credits(guarantees, pool -> ChargePolicies.in(policies, pool, month), from, to)
        .forEach(
            (lender, places) ->
                places.forEach(
                    (place, credit) ->
                        add(
                            charges,
                            lender,
                            new Extra(
                                Kind.LENT,
                                "",
                                place.pool(),
                                place.model(),
                                "GPUs that others borrowed",
                                GpuTime.ZERO,
                                credit.negated()))));
  }
}
