package io.gpuaas.cluster.contract;

import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.ObservationSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// Keeps what a cluster says, and waits for it to say something.
public final class Heard implements ObservationSink {
  private static final Duration LONGEST =
      Duration.ofSeconds(Long.getLong("gpuaas.testbed.patience", 90));
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final List<Observation> all = new ArrayList<>();

  @Override
  public void observed(String cluster, List<Observation> observations) {
    lock.lock();
    try {
      all.addAll(observations);
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public List<Observation> of(RunId run) {
    lock.lock();
    try {
      return all.stream().filter(said -> run.equals(runOf(said))).toList();
    } finally {
      lock.unlock();
    }
  }

  private static RunId runOf(Observation observation) {
    return switch (observation) {
      case Observation.RunStarted it -> it.run();
      case Observation.RunEnded it -> it.run();
      case Observation.RunGone it -> it.run();
      case Observation.RunCheckpointed it -> it.run();
      case Observation.NodeHealth it -> new RunId("node " + it.node());
    };
  }

  public <T extends Observation> T await(RunId run, Class<T> kind) {
    return kind.cast(
        await(
            "%s of %s".formatted(kind.getSimpleName(), run),
            said -> run.equals(runOf(said)) && kind.isInstance(said)));
  }

  public Observation await(String what, Predicate<Observation> wanted) {
    lock.lock();
    try {
      long left = LONGEST.toNanos();
      while (true) {
        for (Observation said : all) {
          if (wanted.test(said)) {
            return said;
          }
        }
        if (left <= 0) {
          List<Observation> ofRuns =
              all.stream().filter(said -> !(said instanceof Observation.NodeHealth)).toList();
          throw new AssertionError("Nothing was said of %s, only %s".formatted(what, ofRuns));
        }
        left = news.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for " + what, e);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a condition of the cluster holds, looking again each time.
  public static void until(String what, java.util.function.BooleanSupplier holds) {
    long end = System.currentTimeMillis() + LONGEST.toMillis();
    ReentrantLock pause = new ReentrantLock();
    Condition never = pause.newCondition();
    pause.lock();
    try {
      while (!holds.getAsBoolean()) {
        if (System.currentTimeMillis() > end) {
          throw new AssertionError("It never came to be that " + what);
        }
        var _ = never.await(50, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      pause.unlock();
    }
  }
}
