package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.service.RightsChanged;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobQueries;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

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
  private final Deque<FedEvent> newest = new ArrayDeque<>();
  private long lastSeq;
  private long alarms;
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
        take(read(lastSeq()));
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

  private List<FedEvent> read(long after) {
    List<JobEvent> events = queries.allEvents(after, BATCH);
    if (events.isEmpty()) {
      return List.of();
    }
    SortedMap<JobId, String> names =
        queries.names(events.stream().map(JobEvent::job).collect(Collectors.toSet()));
    return events.stream()
        .map(event -> new FedEvent(event, names.getOrDefault(event.job(), "")))
        .toList();
  }

  private void take(List<FedEvent> events) {
    lock.lock();
    try {
      for (FedEvent event : events) {
        newest.addLast(event);
        lastSeq = Math.max(lastSeq, event.event().seq());
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

  /// Wakes all that wait, so that they ask again whom they serve.
  @TransactionalEventListener(fallbackExecution = true)
  void alarm(RightsChanged change) {
    lock.lock();
    try {
      alarms++;
      more.signalAll();
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
  List<FedEvent> after(long seq) {
    lock.lock();
    try {
      FedEvent first = newest.peekFirst();
      if (seq >= lastSeq) {
        return List.of();
      }
      if (first != null && first.event().seq() <= seq + 1) {
        return keptAfter(seq);
      }
    } finally {
      lock.unlock();
    }
    return read(seq);
  }

  /// Those who read have mostly read all but the newest, so these are looked at first.
  private List<FedEvent> keptAfter(long seq) {
    ArrayDeque<FedEvent> events = new ArrayDeque<>();
    Iterator<FedEvent> backwards = newest.descendingIterator();
    while (backwards.hasNext()) {
      FedEvent event = backwards.next();
      if (event.event().seq() <= seq) {
        break;
      }
      events.addFirst(event);
    }
    return events.stream().limit(BATCH).toList();
  }

  /// Whether something may have happened to the job after `seq`.
  private boolean concerns(JobId job, long seq) {
    FedEvent first = newest.peekFirst();
    if (first == null || first.event().seq() > seq + 1) {
      return true;
    }
    return keptAfter(seq).stream().anyMatch(event -> event.event().job().equals(job))
        || lastSeq - seq > BATCH;
  }

  /// A wait of at most `timeout` in all.
  Waiter waiter(Duration timeout) {
    return new Waiter(timeout.toNanos());
  }

  /// Waits for further events of any job.
  final class Waiter {
    private long nanosLeft;
    private long seen;
    private long heard;

    private Waiter(long nanos) {
      this.nanosLeft = nanos;
      lock.lock();
      try {
        this.seen = lastSeq;
        this.heard = alarms;
      } finally {
        lock.unlock();
      }
    }

    /// True when something may have happened to the job or to rights; false when the time has
    /// passed or the server stops.
    boolean awaitMore(JobId job) {
      lock.lock();
      try {
        long before = seen;
        long quiet = heard;
        while (awaitMore()) {
          if (heard != quiet || concerns(job, before)) {
            return true;
          }
          before = seen;
        }
        return false;
      } finally {
        lock.unlock();
      }
    }

    /// True when there are further events or rights have changed; false when the time has passed or
    /// the server stops.
    boolean awaitMore() {
      lock.lock();
      try {
        waiting++;
        stopped.signalAll();
        while (running && lastSeq == seen && alarms == heard && nanosLeft > 0) {
          nanosLeft = more.awaitNanos(nanosLeft);
        }
        boolean found = running && (lastSeq != seen || alarms != heard);
        seen = lastSeq;
        heard = alarms;
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
