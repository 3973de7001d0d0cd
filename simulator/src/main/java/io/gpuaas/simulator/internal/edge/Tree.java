package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Fault;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A document after syntax, before meaning: the same for YAML and JSON.
sealed interface Tree {

  /// A value that is no list and no object.
  ///
  /// @param text as written, without quotes
  record Scalar(String text, Kind kind) implements Tree {}

  /// What a scalar looks like. Quoted text is always `TEXT`.
  enum Kind {
    TEXT,
    NUMBER,
    BOOLEAN,
    NULL
  }

  record Items(List<Tree> items) implements Tree {
    public Items {
      items = Collections.unmodifiableList(items);
    }
  }

  record Fields(SequencedMap<String, Tree> byName) implements Tree {
    public Fields {
      byName = Collections.unmodifiableSequencedMap(byName);
    }

    static Fields none() {
      return new Fields(new LinkedHashMap<>());
    }
  }

  /// How the value is called in messages, shortened.
  default String shown() {
    return switch (this) {
      case Scalar(String text, _) -> Fault.shown(text, 80);
      case Items(List<Tree> items) -> "a list of " + items.size();
      case Fields(SequencedMap<String, Tree> fields) -> "an object of " + fields.size() + " fields";
    };
  }
}
