package io.gpuaas.cluster.internal.kubernetes;

import java.time.Duration;

/// Something has to come first; it is tried again after `wait`.
final class NotYet extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Duration SOON = Duration.ofMillis(200);
  private final Duration wait;

  NotYet(String message) {
    this(message, SOON);
  }

  NotYet(String message, Duration wait) {
    super(message);
    this.wait = wait;
  }

  Duration untilNext() {
    return wait;
  }
}
