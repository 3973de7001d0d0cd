package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.YearMonth;
import java.util.List;

/// Keeps charge policies. A policy holds for whole months and never changes one that was closed.
public interface ChargePolicies {
  /// All that were ever set, by pool and month.
  List<ChargePolicy> list();

  /// The policy of `pool` in `month`.
  default ChargePolicy of(String pool, YearMonth month) {
    return in(list(), pool, month);
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

  /// Sets the policy of a pool from a month on.
  ///
  /// @param since such as `2026-12`; not before the month that goes on
  Outcome set(String pool, String since, String idle, int lenderPercent, String author);

  /// What became of a wish.
  sealed interface Outcome {
    record Saved(ChargePolicy policy) implements Outcome {}

    /// Nothing was changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }
  }
}
