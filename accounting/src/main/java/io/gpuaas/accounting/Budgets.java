package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Keeps budgets and tells how much of them is used.
public interface Budgets {
  /// All budgets with what has been spent of them until `now`, in order of id.
  List<Standing> standings(SortedMap<String, ProjectHome> homes, Instant now);

  Optional<Standing> standing(String id, SortedMap<String, ProjectHome> homes, Instant now);

  /// Makes or changes a budget.
  ///
  /// @param expectedVersion the version it was made from, 0 for a new one
  Outcome save(
      Draft draft, int expectedVersion, SortedMap<String, ProjectHome> homes, String author);

  /// Lets jobs through a hard budget until `until`, whatever has been spent.
  Outcome override(String id, String until, String reason, String author);

  /// A budget as somebody wants it, as text, not yet checked.
  ///
  /// @param amount decimal with at most 6 decimals
  record Draft(
      String id,
      String scopeKind,
      @Nullable String scope,
      String period,
      String zone,
      String currency,
      String amount,
      boolean hard,
      List<Integer> thresholds,
      long graceMinutes,
      boolean active) {
    public Draft {
      thresholds = List.copyOf(thresholds);
    }
  }

  /// How a budget stands in its period.
  ///
  /// @param used charged in the ledger, and what open runs have used
  /// @param held what the open runs may still cost at most
  /// @param forecast what will be used at the end of the period, if it goes on as until now
  /// @param reached the thresholds that used and held together have reached
  /// @param exhaustedAt since when there was no room for a job that asked; null when there is room
  /// @param overriddenUntil null when nobody lets jobs through
  record Standing(
      Budget budget,
      Instant from,
      Instant to,
      Charge used,
      Charge held,
      Charge forecast,
      List<Integer> reached,
      @Nullable Instant exhaustedAt,
      @Nullable Instant overriddenUntil) {
    public Standing {
      reached = List.copyOf(reached);
    }

    /// Used and held.
    public Charge committed() {
      return used.plus(held);
    }

    /// What it means for jobs at `now`, told by the figures alone, whoever has asked before.
    public State state(Instant now) {
      if (!budget.active()) {
        return State.OFF;
      }
      if (overriddenUntil != null && now.isBefore(overriddenUntil)) {
        return State.OVERRIDDEN;
      }
      if (committed().compareTo(budget.amount()) < 0) {
        return reached.isEmpty() ? State.WITHIN : State.WARNED;
      }
      if (!budget.hard()) {
        return State.OVER;
      }
      return inGrace(now) ? State.GRACE : State.BLOCKS;
    }

    /// Whether the grace still lets jobs through: it begins with the first that has no room in the
    /// period.
    public boolean inGrace(Instant now) {
      long grace = budget.graceMillis();
      return grace > 0 && (exhaustedAt == null || now.isBefore(exhaustedAt.plusMillis(grace)));
    }
  }

  /// What a budget means for jobs.
  enum State {
    /// Nothing: it is not active.
    OFF,
    /// There is room, and no threshold is reached.
    WITHIN,
    /// There is room; a threshold is reached.
    WARNED,
    /// Used up; as it is soft, jobs begin.
    OVER,
    /// Used up; jobs begin as long as its grace goes on.
    GRACE,
    /// Used up: jobs that cost something wait.
    BLOCKS,
    /// Somebody lets jobs through.
    OVERRIDDEN
  }

  /// What became of a change.
  sealed interface Outcome {
    record Saved(Budget budget) implements Outcome {}

    /// Nothing was changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    record Stale(int currentVersion) implements Outcome {}

    record Unknown() implements Outcome {}
  }
}
