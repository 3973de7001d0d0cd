package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.MovableClock;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.placement.VirtualTimeParticipant;
import io.gpuaas.placement.internal.store.EventStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/// Drives the loop and the simulated clusters on virtual time. At one instant: what clusters do,
/// then what people wished, then decisions, until nothing changes any more.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "virtual")
class LoopOnVirtualTime implements VirtualTimeDriver, SmartInitializingSingleton {
  private static final int CHECK_EVERY = 2_000;
  private static final Duration RECONCILE_EVERY = Duration.ofMinutes(1);

  private final SchedulerLoop loop;
  private final Refresh refresh;
  private final MovableClock clock;
  private final Clusters clusters;
  private final EventStore events;
  private final SelfCheck selfCheck;
  private final ObjectProvider<VirtualTimeParticipant> others;
  private final ReentrantLock turn = new ReentrantLock();
  private long moves;
  private Instant reconcileAt = Instant.MIN;
  private volatile List<VirtualTimeParticipant> modules = List.of();

  LoopOnVirtualTime(
      SchedulerLoop loop,
      Refresh refresh,
      MovableClock clock,
      Clusters clusters,
      EventStore events,
      SelfCheck selfCheck,
      ObjectProvider<VirtualTimeParticipant> others) {
    this.loop = loop;
    this.refresh = refresh;
    this.clock = clock;
    this.clusters = clusters;
    this.events = events;
    this.selfCheck = selfCheck;
    this.others = others;
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
        reconcileIfDue(next);
        settle();
        next = nextEventAt();
      }
      clock.advanceTo(target);
      settle();
      checkNowAndThen();
    } finally {
      turn.unlock();
    }
  }

  private void reconcileIfDue(Instant now) {
    if (losesMessages() && !now.isBefore(reconcileAt)) {
      loop.reconcile();
      reconcileAt = now.plus(RECONCILE_EVERY);
    }
  }

  private boolean losesMessages() {
    return clusters.onVirtualTime().stream().anyMatch(VirtualTimeParticipant::losesMessages);
  }

  /// Where nothing is lost nobody has to ask again, which would cost a replay its speed.
  private @Nullable Instant nextReconcile() {
    Board board = loop.board();
    boolean waits = board != null && !board.live().isEmpty() && losesMessages();
    if (!waits) {
      return null;
    }
    return reconcileAt.isBefore(clock.instant())
        ? clock.instant().plus(RECONCILE_EVERY)
        : reconcileAt;
  }

  /// On virtual time a difference is an error at once: these are tests and replays.
  private void checkNowAndThen() {
    moves++;
    Board board = loop.board();
    if (moves % CHECK_EVERY == 1 && board != null && !selfCheck.passes(board)) {
      throw new IllegalStateException("The world differs from the database: see the log.");
    }
  }

  /// After a restart the clock must not stand before what has happened already.
  @Override
  public void afterSingletonsInstantiated() {
    events.latestAt().ifPresent(clock::advanceTo);
    modules = others.orderedStream().toList();
  }

  /// Clusters, and what other modules let happen.
  private List<VirtualTimeParticipant> participants() {
    List<VirtualTimeParticipant> all = new ArrayList<>(clusters.onVirtualTime());
    all.addAll(modules);
    return all;
  }

  @Override
  public @Nullable Instant nextEventAt() {
    Instant earliest = earlier(loop.nextDeadline(), nextReconcile());
    for (VirtualTimeParticipant participant : participants()) {
      earliest = earlier(earliest, participant.nextEventAt());
    }
    return earliest;
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.isBefore(one) ? other : one;
  }

  private void settle() {
    boolean more = true;
    while (more) {
      Instant now = clock.instant();
      for (VirtualTimeParticipant participant : participants()) {
        Instant at = participant.nextEventAt();
        if (at != null && !at.isAfter(now)) {
          participant.happenUntil(now);
        }
      }
      more = loop.step();
    }
  }
}
