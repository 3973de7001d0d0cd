package io.gpuaas.placement.internal.service;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/// Wakes the scheduling loop. Many signals before it looks are one.
@Component
class WakeUp {
  private final Semaphore signals = new Semaphore(0);

  void signal() {
    if (signals.availablePermits() == 0) {
      signals.release();
    }
  }

  /// Returns when there was a signal, or after `longest`; whether there was one.
  boolean await(Duration longest) throws InterruptedException {
    boolean signalled = signals.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS);
    if (signalled) {
      signals.drainPermits();
    }
    return signalled;
  }
}
