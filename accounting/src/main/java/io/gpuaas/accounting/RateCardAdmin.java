package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.util.List;
import java.util.Optional;

/// Keeps the rate cards. A change never touches the past: what was rated stays as it is, and the
/// prices of times before now cannot change.
public interface RateCardAdmin {
  List<RateCard> list();

  Optional<RateCard> find(String name);

  /// Checks `draft` and puts it in force.
  ///
  /// @param expectedVersion the version it was made from, 0 for a new card
  /// @param author login, for the record
  SaveOutcome save(RateCardDraft draft, int expectedVersion, String author);

  /// What became of a draft.
  sealed interface SaveOutcome {
    record Saved(RateCard card) implements SaveOutcome {}

    /// Nothing was changed; all that is wrong with it.
    record Refused(List<Fault> faults) implements SaveOutcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    /// Somebody else changed it meanwhile; nothing was changed.
    record Stale(int currentVersion) implements SaveOutcome {}
  }
}
