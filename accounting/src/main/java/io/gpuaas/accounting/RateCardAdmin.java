package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
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

  /// Checks `draft` and keeps it until somebody else approves it; nothing is in force yet.
  ///
  /// @param expectedVersion the version in force that it was made from, 0 for a new card
  SaveOutcome propose(RateCardDraft draft, int expectedVersion, String author);

  /// Puts a proposed version in force. The author cannot; it is checked again, as time has passed.
  SaveOutcome approve(String name, int version, String approver);

  /// Ends a proposed version that will not be approved: its author takes it back, or somebody else
  /// declines it.
  SaveOutcome reject(String name, int version);

  /// Versions that wait for approval, in order of name and version.
  List<Proposal> proposals();

  /// A version of a card that waits for approval.
  record Proposal(RateCard card, String author, Instant createdAt) {}

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
