package io.gpuaas.api;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that moves only when it is told to, and never back. The application's [InstantSource]
/// when `gpuaas.time=virtual`.
public final class VirtualTime implements InstantSource {
  private volatile Instant now;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /// Moves to `instant`; a time in the past changes nothing.
  public synchronized void advanceTo(Instant instant) {
    if (instant.isAfter(now)) {
      now = instant;
    }
  }
}
