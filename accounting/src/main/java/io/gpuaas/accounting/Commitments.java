package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.util.List;
import java.util.SortedSet;

/// Keeps what projects have reserved. Nothing of the past ever changes.
public interface Commitments {
  /// In order of id.
  List<Commitment> list();

  /// Reserves GPUs, from now on or later.
  ///
  /// @param projects that there are
  Outcome add(Draft draft, SortedSet<String> projects, String author);

  /// Ends a commitment earlier than agreed, from now on or later.
  ///
  /// @param at RFC 3339 instant
  Outcome end(String id, String at, String author);

  /// A commitment as somebody wants it, as text, not yet checked.
  ///
  /// @param gpus decimal with at most 3 decimals
  /// @param pricePerGpuHour decimal with at most 6 decimals
  /// @param from and `to` are RFC 3339 instants
  record Draft(
      String project,
      String pool,
      String model,
      String gpus,
      String pricePerGpuHour,
      String from,
      String to) {}

  /// What became of a wish.
  sealed interface Outcome {
    record Saved(Commitment commitment) implements Outcome {}

    /// Nothing was changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    record Unknown() implements Outcome {}
  }
}
