package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.core.WaitReason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What a budget says of a run that wants to begin.
public final class BudgetRules {
  /// The code of the wait reason.
  public static final String EXHAUSTED = "BudgetExhausted";

  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  private BudgetRules() {}

  /// The span of the budget's period that `at` lies in.
  public static Buckets.Bucket period(Budget budget, Instant at) {
    return Buckets.whole(budget.period().step(), at, budget.zone());
  }

  /// The thresholds that `committed` has reached.
  public static List<Integer> reached(Budget budget, Charge committed) {
    return budget.thresholds().stream()
        .filter(
            percent ->
                committed
                        .units()
                        .multiply(HUNDRED)
                        .compareTo(budget.amount().units().multiply(BigInteger.valueOf(percent)))
                    >= 0)
        .toList();
  }

  /// Whether there is room for `most`.
  public static boolean hasRoom(Standing standing, Charge most) {
    Charge after = standing.committed().plus(most);
    return after.compareTo(standing.budget().amount()) <= 0;
  }

  /// Why the budget lets no run of at most `most` begin; empty when it does: it is soft, has room,
  /// is overridden, or was used up no longer ago than its grace.
  public static Optional<WaitReason> refusal(Standing standing, Charge most, Instant now) {
    Budget budget = standing.budget();
    Instant until = standing.overriddenUntil();
    boolean overridden = until != null && now.isBefore(until);
    if (!budget.hard() || overridden || hasRoom(standing, most) || standing.inGrace(now)) {
      return Optional.empty();
    }
    TreeMap<String, String> detail = new TreeMap<>();
    detail.put("budget", budget.id());
    detail.put("currency", budget.currency());
    detail.put("limit", text(budget.amount()));
    detail.put("used", text(standing.used()));
    detail.put("held", text(standing.held()));
    detail.put("asked", text(most));
    detail.put("periodEnds", standing.to().toString());
    String message =
        "Budget %s allows %s %s until %s; %s are used and %s held by running jobs, and this job"
                .formatted(
                    budget.id(),
                    text(budget.amount()),
                    budget.currency(),
                    standing.to(),
                    text(standing.used()),
                    text(standing.held()))
            + " may cost up to %s.".formatted(text(most));
    String next =
        "Ask for a shorter longest run time, wait for running jobs to end, or ask the budget's"
            + " owner for an override.";
    return Optional.of(new WaitReason(EXHAUSTED, message, detail, next));
  }

  private static String text(Charge charge) {
    BigDecimal amount = charge.toDecimal(2);
    return amount.toPlainString();
  }
}
