package io.gpuaas.api;

import io.gpuaas.placement.MovableClock;
import java.time.Instant;

/// A clock that moves only when it is told to, and never back. The application's [InstantSource]
/// when `gpuaas.time=virtual`.
public final class VirtualTime implements MovableClock {
  private volatile Instant now;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public synchronized void advanceTo(Instant instant) {
    if (instant.isAfter(now)) {
      now = instant;
    }
  }
}
