package io.gpuaas.core;

import java.util.List;

/// What became of a document with many things in it: all of it was made true, or nothing.
public sealed interface ImportOutcome {
  /// The document is true now.
  ///
  /// @param generation of the configuration afterwards
  /// @param unchanged things that were already as given
  /// @param warnings what is allowed but probably not meant
  record Imported(long generation, int created, int replaced, int unchanged, List<Fault> warnings)
      implements ImportOutcome {
    public Imported {
      warnings = List.copyOf(warnings);
    }
  }

  /// Nothing was changed; the pointers lead into the document.
  record Invalid(List<Fault> faults) implements ImportOutcome {
    public Invalid {
      faults = List.copyOf(faults);
    }
  }
}
