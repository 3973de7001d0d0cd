package io.gpuaas.accounting;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.core.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Asks the budgets before a run begins. All calls take part in the caller's transaction.
public interface BudgetGate {
  /// Begins a transaction that admits runs: until it ends nobody makes or changes a budget, so that
  /// each run is held by who admits it or by who makes the budget. False while there is no active
  /// budget, and nothing to be reserved.
  boolean enter();

  /// False while no budget can refuse anything.
  boolean isClosable();

  /// Larger after everything that may let a refused run through: a changed budget, an override, a
  /// hold that was released, the begin of a period.
  long generation(Instant now);

  /// When time alone raises the generation next, after `now`: a period begins. Null when no budget
  /// can refuse anything.
  @Nullable Instant nextGenerationAt(Instant now);

  /// Asks for several runs in one transaction; each budget is read once, when it is first
  /// concerned.
  Round round(SortedMap<String, ProjectHome> homes, Instant now);

  /// Questions of one transaction at one instant. Later ones know what earlier ones have reserved.
  interface Round {
    /// Reserves what the run may cost at most; the reason, with its numbers, when a hard budget has
    /// no room for it. Then nothing is reserved.
    Optional<WaitReason> reserve(Ask ask);

    /// What [#reserve] would say of a run that others shall be stopped for. Nothing is reserved,
    /// but the budget is known to be used up from then on.
    Optional<WaitReason> clear(Ask ask);

    /// What [#reserve] would say. Nothing is written.
    Optional<WaitReason> refusal(Ask ask);
  }

  /// A run that wants to begin at `at`.
  ///
  /// @param maxRuntimeMillis declared longest run, 0 for none
  record Ask(RunRef run, List<GpuHolding> holdings, long maxRuntimeMillis, Instant at) {
    public Ask {
      holdings = List.copyOf(holdings);
    }
  }
}
