package io.gpuaas.core;

/// Makes new ids. A port, because engines must not draw randomness: production uses time-ordered
/// random ids, tests and replays use counters.
public interface IdGenerator {
  /// A new id that was never given out before, as `prefix_…`; ids made later sort later.
  String next(String prefix);
}
