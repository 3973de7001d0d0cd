package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.util.List;

/// What became of a proposal, or of a decision on one.
///
/// @param <T> what was proposed, as it stands now
public sealed interface ProposalOutcome<T> {
  record Saved<T>(T entry) implements ProposalOutcome<T> {}

  /// Nothing was changed.
  record Refused<T>(List<Fault> faults) implements ProposalOutcome<T> {
    public Refused {
      faults = List.copyOf(faults);
    }
  }

  /// There is no such thing.
  record Unknown<T>() implements ProposalOutcome<T> {}
}
