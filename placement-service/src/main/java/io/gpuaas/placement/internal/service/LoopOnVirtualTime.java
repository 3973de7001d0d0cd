package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.MovableClock;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/// Drives the loop and the simulated clusters on virtual time. At one instant: what clusters do,
/// then what people wished, then decisions, until nothing changes any more.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "virtual")
class LoopOnVirtualTime implements VirtualTimeDriver {
  private final SchedulerLoop loop;
  private final Refresh refresh;
  private final MovableClock clock;
  private final Clusters clusters;
  private final ReentrantLock turn = new ReentrantLock();

  LoopOnVirtualTime(SchedulerLoop loop, Refresh refresh, MovableClock clock, Clusters clusters) {
    this.loop = loop;
    this.refresh = refresh;
    this.clock = clock;
    this.clusters = clusters;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void advanceTo(Instant target) {
    turn.lock();
    try {
      if (!loop.leads()) {
        loop.lead();
      }
      refresh.ask();
      settle();
      Instant next = nextEventAt();
      while (next != null && !next.isAfter(target)) {
        clock.advanceTo(next);
        settle();
        next = nextEventAt();
      }
      clock.advanceTo(target);
      settle();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public @Nullable Instant nextEventAt() {
    Instant earliest = loop.nextDeadline();
    for (VirtualTimeParticipant participant : clusters.onVirtualTime()) {
      Instant at = participant.nextEventAt();
      if (at != null && (earliest == null || at.isBefore(earliest))) {
        earliest = at;
      }
    }
    return earliest;
  }

  private void settle() {
    boolean more = true;
    while (more) {
      Instant now = clock.instant();
      for (VirtualTimeParticipant participant : clusters.onVirtualTime()) {
        Instant at = participant.nextEventAt();
        if (at != null && !at.isAfter(now)) {
          participant.happenUntil(now);
        }
      }
      more = loop.step();
    }
  }
}
