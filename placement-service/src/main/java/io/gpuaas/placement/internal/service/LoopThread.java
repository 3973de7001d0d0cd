package io.gpuaas.placement.internal.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A daemon thread that repeats something until it is stopped. What it runs asks [#isRunning]
/// before each repetition.
final class LoopThread {
  private final String name;
  private volatile @Nullable Thread thread;

  LoopThread(String name) {
    this.name = name;
  }

  /// Known before it starts: a body that looks at once must not think that it was stopped.
  void start(Runnable body) {
    Thread begun = Thread.ofPlatform().name(name).daemon(true).unstarted(body);
    thread = begun;
    begun.start();
  }

  boolean isRunning() {
    return thread != null;
  }

  /// Interrupts the body and waits for its end, so long at most. Whether it was running.
  boolean stop(Duration longest) {
    Thread running = thread;
    thread = null;
    if (running == null) {
      return false;
    }
    running.interrupt();
    try {
      running.join(longest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}
