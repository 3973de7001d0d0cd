package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Credits and corrections by hand. One person asks, another decides; nothing is ever changed, a
/// wrong one is reversed by another.
public interface Adjustments {
  /// Asks for an adjustment.
  Outcome request(Wish wish, String author);

  /// An adjustment as somebody wants it, as text, not yet checked.
  ///
  /// @param amount decimal with at most 6 decimals, negative for a credit
  /// @param reverses id of an approved adjustment that this one undoes; empty for none
  /// @param month soft closed, on whose statement it shall stand; empty: that of the approval
  record Wish(
      String project,
      String amount,
      String reasonCode,
      String explanation,
      String reverses,
      String month) {}

  /// Approves or rejects what somebody else asked for; an approved one is posted at once and stands
  /// on the statement of the month of the decision. Who asked for it may take it back, which is a
  /// rejection.
  Outcome decide(String id, Decision decision, String decidedBy);

  /// Newest first.
  List<Adjustment> list();

  /// What may be decided.
  enum Decision {
    APPROVE,
    REJECT
  }

  /// Where an adjustment stands.
  enum Status {
    REQUESTED,
    APPROVED,
    REJECTED
  }

  /// An adjustment and what became of it.
  ///
  /// @param reverses id of the one that it undoes; empty for none
  /// @param decidedBy empty before the decision
  /// @param month on whose statement it stands; empty: that of the approval
  record Adjustment(
      String id,
      String project,
      String reasonCode,
      String explanation,
      Charge amount,
      String currency,
      String reverses,
      String requestedBy,
      Instant requestedAt,
      Status status,
      String decidedBy,
      String month) {}

  /// What became of a request or a decision.
  sealed interface Outcome {
    record Done(Adjustment adjustment) implements Outcome {}

    /// Nothing was changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    /// There is no adjustment of that id.
    record Unknown() implements Outcome {}
  }

  /// The adjustment of that id, if there is one.
  Optional<Adjustment> find(String id);
}
