package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobQueries;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/// Follows the events of all jobs once for all streams and waiters of this process. The newest are
/// kept in memory; who is further behind reads the database.
@Component
class EventFeed implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int BATCH = 1000;
  private static final int KEPT = 10_000;

  private final JobQueries queries;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Condition stopped = lock.newCondition();
  private final Deque<JobEvent> newest = new ArrayDeque<>();
  private long lastSeq;
  private int waiting;
  private boolean running;

  EventFeed(JobQueries queries) {
    this.queries = queries;
  }

  @Override
  public void start() {
    lock.lock();
    try {
      running = true;
      lastSeq = queries.lastEventSeq();
    } finally {
      lock.unlock();
    }
    Thread.ofPlatform().daemon().name("event-feed").start(this::follow);
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      running = false;
      more.signalAll();
      stopped.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Streams end before the web server waits for its requests.
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isRunning() {
    lock.lock();
    try {
      return running;
    } finally {
      lock.unlock();
    }
  }

  private void follow() {
    while (pause()) {
      try {
        take(queries.allEvents(lastSeq(), BATCH));
      } catch (DataAccessException e) {
        LOG.warn("Events cannot be read now: {}", e.toString());
      } catch (RuntimeException e) {
        LOG.error("Events could not be read; the feed goes on", e);
      }
    }
  }

  /// False when the feed has ended. Does not come back while nobody waits.
  private boolean pause() {
    lock.lock();
    try {
      boolean elapsed = false;
      while (running && (!elapsed || waiting == 0)) {
        elapsed = stopped.awaitNanos(PAUSE.toNanos()) <= 0 || elapsed;
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void take(List<JobEvent> events) {
    lock.lock();
    try {
      for (JobEvent event : events) {
        newest.addLast(event);
        lastSeq = Math.max(lastSeq, event.seq());
      }
      while (newest.size() > KEPT) {
        newest.removeFirst();
      }
      if (!events.isEmpty()) {
        more.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private long lastSeq() {
    lock.lock();
    try {
      return lastSeq;
    } finally {
      lock.unlock();
    }
  }

  /// Where a stream without a cursor begins: behind what has been until now.
  long now() {
    return queries.lastEventSeq();
  }

  /// Events after `seq` that are there already, oldest first, at most a thousand.
  List<JobEvent> after(long seq) {
    lock.lock();
    try {
      JobEvent first = newest.peekFirst();
      if (seq >= lastSeq) {
        return List.of();
      }
      if (first != null && first.seq() <= seq + 1) {
        List<JobEvent> events = new ArrayList<>();
        for (JobEvent event : newest) {
          if (event.seq() > seq && events.size() < BATCH) {
            events.add(event);
          }
        }
        return events;
      }
    } finally {
      lock.unlock();
    }
    return queries.allEvents(seq, BATCH);
  }

  /// A wait of at most `timeout` in all.
  Waiter waiter(Duration timeout) {
    return new Waiter(timeout.toNanos());
  }

  /// Waits for further events of any job.
  final class Waiter {
    private long nanosLeft;
    private long seen;

    private Waiter(long nanos) {
      this.nanosLeft = nanos;
      this.seen = lastSeq();
    }

    /// True when there are further events; false when the time has passed or the server stops.
    boolean awaitMore() {
      lock.lock();
      try {
        waiting++;
        stopped.signalAll();
        while (running && lastSeq == seen && nanosLeft > 0) {
          nanosLeft = more.awaitNanos(nanosLeft);
        }
        boolean found = running && lastSeq != seen;
        seen = lastSeq;
        return found;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        waiting--;
        lock.unlock();
      }
    }
  }
}
