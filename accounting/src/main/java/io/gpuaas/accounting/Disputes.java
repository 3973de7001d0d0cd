package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Objections to issued statements. A closed statement never changes: what is granted is an
/// adjustment, which the answer may name.
public interface Disputes {
  /// Raises one against the issued statement `number`, such as `S-000001`.
  Outcome raise(String number, String reasonCode, String explanation, String author);

  /// Answers one, once, by somebody else than who raised it.
  Outcome answer(String id, Answer answer, String author);

  /// Newest first.
  List<Dispute> list();

  Optional<Dispute> find(String id);

  /// The project of an issued statement; empty when there is no such number.
  Optional<String> projectOf(String number);

  /// What is said to it.
  ///
  /// @param adjustmentId an adjustment of the same project that settles it; empty for none
  record Answer(boolean accepted, String text, String adjustmentId) {}

  /// Where a dispute stands.
  enum Status {
    OPEN,
    ACCEPTED,
    REJECTED
  }

  /// A dispute and what became of it.
  ///
  /// @param answer empty before it is answered, as are `adjustmentId` and `answeredBy`
  record Dispute(
      String id,
      String number,
      String project,
      String reasonCode,
      String explanation,
      String raisedBy,
      Instant raisedAt,
      Status status,
      String answer,
      String adjustmentId,
      String answeredBy,
      @Nullable Instant answeredAt) {}

  /// What became of a change.
  sealed interface Outcome {
    record Done(Dispute dispute) implements Outcome {}

    /// Nothing was changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    record Unknown() implements Outcome {}
  }
}
