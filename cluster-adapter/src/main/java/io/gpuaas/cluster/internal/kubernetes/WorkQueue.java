package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.core.RunId;
import java.time.Duration;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs to be looked at: each waits at most once, and none is looked at by two threads at a time.
/// One that failed waits longer each time, and the others do not wait for it.
final class WorkQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
  private static final int DOUBLINGS_MAX = 12;

  private final String name;
  private final int workers;
  private final Consumer<RunId> task;
  private final LinkedBlockingQueue<RunId> ready = new LinkedBlockingQueue<>();
  private final TreeSet<RunId> waiting = new TreeSet<>();
  private final TreeSet<RunId> busy = new TreeSet<>();
  private final TreeMap<RunId, Integer> failures = new TreeMap<>();
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("retries").factory());
  private volatile boolean closed;

  WorkQueue(String name, int workers, Consumer<RunId> task) {
    this.name = name;
    this.workers = workers;
    this.task = task;
  }

  void start() {
    for (int i = 0; i < workers; i++) {
      Thread.ofVirtual().name(name + "-" + i).start(this::live);
    }
  }

  void add(RunId run) {
    synchronized (waiting) {
      boolean isNew = waiting.add(run);
      if (isNew && !busy.contains(run)) {
        ready.add(run);
      }
    }
  }

  private void live() {
    try {
      while (!closed) {
        RunId run = ready.poll(1, TimeUnit.SECONDS);
        if (run != null && begin(run)) {
          doOne(run);
          end(run);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean begin(RunId run) {
    synchronized (waiting) {
      return waiting.remove(run) && busy.add(run);
    }
  }

  private void end(RunId run) {
    synchronized (waiting) {
      busy.remove(run);
      if (waiting.contains(run)) {
        ready.add(run);
      }
    }
  }

  private void doOne(RunId run) {
    try {
      task.accept(run);
      synchronized (waiting) {
        failures.remove(run);
      }
    } catch (NotYet e) {
      LOG.debug("{}: {} waits: {}", name, run, e.getMessage());
      retry(run, e.untilNext());
    } catch (RuntimeException e) {
      Duration wait = waitAfterFailure(run);
      LOG.warn("{}: {} is tried again in {} ms", name, run, wait.toMillis(), e);
      retry(run, wait);
    }
  }

  private Duration waitAfterFailure(RunId run) {
    synchronized (waiting) {
      int before = failures.merge(run, 1, Integer::sum) - 1;
      Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(before, DOUBLINGS_MAX));
      return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }
  }

  private void retry(RunId run, Duration wait) {
    if (!closed) {
      var _ = later.schedule(() -> add(run), spread(run, wait), TimeUnit.MILLISECONDS);
    }
  }

  /// Up to a quarter longer, each run by its id: what failed together does not come back together.
  private static long spread(RunId run, Duration wait) {
    long millis = wait.toMillis();
    return millis + Math.floorMod(run.value().hashCode(), millis / 4 + 1);
  }

  @Override
  public void close() {
    closed = true;
    later.shutdownNow();
  }
}
