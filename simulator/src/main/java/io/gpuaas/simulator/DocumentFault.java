package io.gpuaas.simulator;

import org.jspecify.annotations.Nullable;

/// One thing wrong with a scenario document.
///
/// @param path to the field, as `jobs[0].podSets[1].count`; empty for the document itself
/// @param code stable, upper case, for programs
/// @param value what was given; null when it is missing
/// @param allowed what would have been right
public record DocumentFault(String path, String code, @Nullable String value, String allowed) {
  /// One sentence for people.
  public String message() {
    String where = path.isEmpty() ? "The document" : path;
    String what = value == null ? "is missing" : "(" + value + ") is not allowed";
    return "%s %s: %s.".formatted(where, what, allowed);
  }
}
