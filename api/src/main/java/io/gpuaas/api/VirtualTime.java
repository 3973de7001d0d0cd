package io.gpuaas.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that moves only when it is told to, and never back. The application's [InstantSource]
/// when `gpuaas.time=virtual`.
public final class VirtualTime implements InstantSource {
  private final AtomicReference<Instant> now;

  public VirtualTime(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get());
  }

  /// Moves to `instant`; a time in the past changes nothing.
  public void advanceTo(Instant instant) {
    now.accumulateAndGet(instant, (old, wanted) -> wanted.isAfter(old) ? wanted : old);
  }
}
