package io.gpuaas.cli;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Whether somebody has asked this command to end (Ctrl-C, a cancelled pipeline), and pauses that
/// such a wish cuts short.
public final class Stopper {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition asked = lock.newCondition();
  private boolean stopped;
  private @Nullable Thread worker;

  /// The thread whose waiting on the network is cut short too.
  public void watch(Thread thread) {
    lock.lock();
    try {
      worker = thread;
    } finally {
      lock.unlock();
    }
  }

  public void stop() {
    lock.lock();
    try {
      stopped = true;
      asked.signalAll();
      if (worker != null) {
        worker.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  public boolean isAsked() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  /// Waits; false when it was cut short.
  public boolean pause(Duration duration) {
    lock.lock();
    try {
      long left = duration.toNanos();
      while (!stopped && left > 0) {
        left = asked.awaitNanos(left);
      }
      return !stopped;
    } catch (InterruptedException _) {
      // Only [#stop] interrupts.
      return false;
    } finally {
      lock.unlock();
    }
  }
}
