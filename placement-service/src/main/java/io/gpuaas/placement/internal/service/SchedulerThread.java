package io.gpuaas.placement.internal.service;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Runs the loop on real time: woken by wishes and observations, and at least once a second.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "system", matchIfMissing = true)
class SchedulerThread implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerThread.class);
  private static final Duration LONGEST_REST = Duration.ofSeconds(1);
  private static final Duration RENEW_EVERY = Duration.ofSeconds(3);
  private static final Duration RECONCILE_EVERY = Duration.ofSeconds(30);
  private static final Duration FOREIGN_EVERY = Duration.ofSeconds(2);
  private static final Duration CHECK_EVERY = Duration.ofMinutes(5);

  private final SchedulerLoop loop;
  private final Leadership leadership;
  private final Refresh refresh;
  private final Reachability reachability;
  private final LostRuns lostRuns;
  private final SelfCheck selfCheck;
  private final InboxBell bell;
  private final WakeUp wakeUp;
  private final InstantSource clock;
  private final LoopThread thread = new LoopThread("scheduler");
  private Instant renewAt = Instant.MIN;
  private Instant reconcileAt = Instant.MIN;
  private Instant foreignAt = Instant.MIN;
  private Instant checkAt = Instant.MIN;
  private boolean leads;

  SchedulerThread(
      SchedulerLoop loop,
      Leadership leadership,
      Refresh refresh,
      Reachability reachability,
      LostRuns lostRuns,
      SelfCheck selfCheck,
      InboxBell bell,
      WakeUp wakeUp,
      InstantSource clock) {
    this.loop = loop;
    this.leadership = leadership;
    this.refresh = refresh;
    this.reachability = reachability;
    this.lostRuns = lostRuns;
    this.selfCheck = selfCheck;
    this.bell = bell;
    this.wakeUp = wakeUp;
    this.clock = clock;
  }

  @Override
  public void start() {
    thread.start(this::run);
  }

  @Override
  public void stop() {
    if (thread.stop(LONGEST_REST.multipliedBy(10))) {
      leadership.release();
    }
  }

  @Override
  public boolean isRunning() {
    return thread.isRunning();
  }

  private void run() {
    while (thread.isRunning()) {
      try {
        round();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        recover(e);
      }
    }
  }

  /// A broken round leaves nothing half done: its transaction was rolled back. What is remembered
  /// may be wrong now, so it is read anew.
  private void recover(RuntimeException e) {
    if (!thread.isRunning()) {
      return;
    }
    LOG.error("scheduling round failed; everything is read anew", e);
    loop.forget();
    renewAt = clock.instant().plus(LONGEST_REST);
    leads = false;
  }

  private void round() throws InterruptedException {
    Instant now = clock.instant();
    if (!now.isBefore(renewAt)) {
      leads = loop.lead();
      renewAt = now.plus(RENEW_EVERY);
      refresh.ask();
    }
    if (leads && !now.isBefore(reconcileAt)) {
      loop.reconcile();
      reachability.look(loop.clusterNames(), now);
      SortedMap<String, Instant> lost = reachability.lost(loop.clusterNames(), now);
      loop.take(board -> lostRuns.giveUp(board, lost));
      reconcileAt = now.plus(RECONCILE_EVERY);
    }
    if (leads && !now.isBefore(foreignAt)) {
      loop.lookAtForeign();
      foreignAt = now.plus(FOREIGN_EVERY);
    }
    boolean more = leads && loop.step();
    if (!more) {
      checkNowAndThen(now);
      rest();
    }
  }

  private void rest() throws InterruptedException {
    if (!wakeUp.await(LONGEST_REST)) {
      bell.ring();
    }
  }

  private void checkNowAndThen(Instant now) {
    if (!leads || now.isBefore(checkAt)) {
      return;
    }
    checkAt = now.plus(CHECK_EVERY);
    Board board = loop.board();
    if (board != null && !selfCheck.passes(board)) {
      loop.forget();
      renewAt = now;
    }
  }
}
