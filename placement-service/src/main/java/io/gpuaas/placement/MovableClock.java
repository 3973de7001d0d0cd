package io.gpuaas.placement;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is moved; the application's clock on virtual time.
public interface MovableClock extends InstantSource {
  /// Moves to `instant`; a time in the past changes nothing.
  void advanceTo(Instant instant);
}
