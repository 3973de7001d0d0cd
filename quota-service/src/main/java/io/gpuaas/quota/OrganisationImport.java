package io.gpuaas.quota;

import io.gpuaas.core.Fault;
import java.util.List;

/// Makes a whole document true in one transaction with one generation: what is missing is created,
/// what differs is replaced, what is not named stays. Doing it again changes nothing.
public interface OrganisationImport {
  Outcome apply(OrganisationDocument document);

  /// What became of it: all of it or nothing.
  sealed interface Outcome {
    /// The document is true now.
    ///
    /// @param generation of the configuration afterwards
    record Imported(long generation, int created, int replaced, int unchanged) implements Outcome {}

    /// Nothing was changed; the pointers lead into the document.
    record Invalid(List<Fault> faults) implements Outcome {
      public Invalid {
        faults = List.copyOf(faults);
      }
    }
  }
}
