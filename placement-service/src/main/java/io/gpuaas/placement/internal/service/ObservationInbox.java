package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Observation;
import io.gpuaas.placement.ObservationSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/// Keeps what clusters say until the loop takes it. Losing it in a crash is harmless: clusters are
/// asked for everything again at start.
@Component
class ObservationInbox implements ObservationSink {
  private final ConcurrentLinkedQueue<Said> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean queuesMoved = new AtomicBoolean();
  private final WakeUp wakeUp;

  ObservationInbox(WakeUp wakeUp) {
    this.wakeUp = wakeUp;
  }

  /// One observation and who said it.
  ///
  /// @param repeated whether it may have been said before
  record Said(String cluster, Observation observation, boolean repeated) {}

  @Override
  public void observed(String cluster, List<Observation> observations) {
    add(cluster, observations, false);
  }

  @Override
  public void repeated(String cluster, List<Observation> observations) {
    add(cluster, observations, true);
  }

  @Override
  public void queueMoved(String cluster) {
    queuesMoved.set(true);
    wakeUp.signal();
  }

  /// Whether a queue has moved since this was last asked.
  boolean haveQueuesMoved() {
    return queuesMoved.getAndSet(false);
  }

  private void add(String cluster, List<Observation> observations, boolean repeated) {
    for (Observation observation : observations) {
      waiting.add(new Said(cluster, observation, repeated));
    }
    wakeUp.signal();
  }

  /// Up to `limit` observations in the order of arrival. They stay until [#taken] is called.
  List<Said> peek(int limit) {
    List<Said> some = new ArrayList<>();
    for (Said said : waiting) {
      if (some.size() == limit) {
        break;
      }
      some.add(said);
    }
    return some;
  }

  /// Removes the first `count` observations: their transaction has committed.
  void taken(int count) {
    for (int i = 0; i < count; i++) {
      waiting.poll();
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
