package io.gpuaas.simulator;

import io.gpuaas.simulator.internal.edge.ResultJson;
import io.gpuaas.simulator.internal.edge.ResultText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a simulation came to. Equal documents give equal results, byte for byte.
public sealed interface SimulationResult {
  /// Of the scenario; empty when it has none.
  String name();

  /// The result as one line of JSON, without line break.
  default String toJson() {
    return ResultJson.of(this);
  }

  /// The result for people, several lines.
  default String toText() {
    return ResultText.of(this);
  }

  /// The scenario was played to its end.
  ///
  /// @param jobs in the order of the document
  /// @param violations of the simulator's own invariants, one sentence each; not empty means that
  ///   the engine is at fault, not the document
  record Played(
      String name,
      List<Decision> decisions,
      SequencedMap<String, JobOutcome> jobs,
      SortedMap<String, Standing> projects,
      SortedMap<String, Standing> cohorts,
      Metrics metrics,
      List<String> violations)
      implements SimulationResult {
    public Played {
      decisions = List.copyOf(decisions);
      jobs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(jobs));
      projects = Collections.unmodifiableSortedMap(new TreeMap<>(projects));
      cohorts = Collections.unmodifiableSortedMap(new TreeMap<>(cohorts));
      violations = List.copyOf(violations);
    }
  }

  /// The document is no valid scenario; nothing was played.
  ///
  /// @param faults at least one
  record Refused(String name, List<DocumentFault> faults) implements SimulationResult {
    public Refused {
      faults = List.copyOf(faults);
    }
  }
}
