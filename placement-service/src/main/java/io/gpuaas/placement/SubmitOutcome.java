package io.gpuaas.placement;

import io.gpuaas.core.Fault;
import java.util.List;

/// What became of a [SubmitJob].
public sealed interface SubmitOutcome {
  /// A new job waits.
  record Accepted(Job job) implements SubmitOutcome {}

  /// The same wish was made before; this is its job.
  record Existing(Job job) implements SubmitOutcome {}

  /// Another job of this name is alive in the project.
  record NameTaken(Job holder) implements SubmitOutcome {}

  /// Nothing was stored.
  record Invalid(List<Fault> faults) implements SubmitOutcome {
    public Invalid {
      faults = List.copyOf(faults);
    }
  }
}
