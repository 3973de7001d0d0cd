package io.gpuaas.simulator.internal.edge;

import io.gpuaas.simulator.DocumentFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the faults of one document; after the first hundred only counts on.
final class Faults {
  private static final int KEPT_MAX = 100;
  private final List<DocumentFault> kept = new ArrayList<>();

  void add(String path, String code, @Nullable String value, String allowed) {
    if (kept.size() < KEPT_MAX) {
      kept.add(new DocumentFault(path, code, value, allowed));
    }
  }

  void wrongType(String path, Tree given, String allowed) {
    add(path, "WRONG_TYPE", given.shown(), allowed);
  }

  void missing(String path, String allowed) {
    add(path, "MISSING", null, allowed);
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  List<DocumentFault> all() {
    return List.copyOf(kept);
  }
}
