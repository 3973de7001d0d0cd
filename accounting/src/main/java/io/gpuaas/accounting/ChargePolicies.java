package io.gpuaas.accounting;

import io.gpuaas.accounting.Adjustments.Decision;
import java.time.YearMonth;
import java.util.List;

/// Keeps charge policies. One person proposes, another decides. A policy holds for whole months and
/// never changes one that was closed.
public interface ChargePolicies {
  /// All that were ever proposed, oldest first.
  List<Entry> list();

  /// Those that somebody has agreed to, in the order in which that was done.
  List<ChargePolicy> agreed();

  /// The policy of `pool` in `month`.
  default ChargePolicy of(String pool, YearMonth month) {
    return in(agreed(), pool, month);
  }

  /// The newest of `all` for `pool`, else for all pools, that holds in `month`.
  static ChargePolicy in(List<ChargePolicy> all, String pool, YearMonth month) {
    ChargePolicy found = ChargePolicy.standard();
    for (ChargePolicy policy : all) {
      boolean general = policy.pool().equals(RateKey.ANY);
      boolean holds = !policy.since().isAfter(month) && (general || policy.pool().equals(pool));
      boolean moreSpecial = !general && found.pool().equals(RateKey.ANY);
      boolean newer = found.pool().equals(policy.pool()) && !policy.since().isBefore(found.since());
      if (holds && (moreSpecial || newer)) {
        found = policy;
      }
    }
    return found;
  }

  /// Proposes the policy of a pool from a month on.
  ///
  /// @param since such as `2026-12`; not before the month that goes on
  ProposalOutcome<Entry> propose(
      String pool, String since, String idle, int lenderPercent, String author);

  /// Agrees to a policy or rejects it. Its month must still be open; the author can only take it
  /// back.
  ProposalOutcome<Entry> decide(long id, Decision decision, String decidedBy);

  /// A policy and whether it is agreed.
  record Entry(long id, ChargePolicy policy, Approval approval) {}
}
