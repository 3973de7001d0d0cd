package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.LedgerFollower;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Keeps the ledger up to date in the background. A failed try is logged and made again; nothing is
/// lost, since the place in the log moves only together with the books.
@Component
class FollowerLoop implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(FollowerLoop.class);

  private final LedgerFollower follower;
  private final long everyMillis;
  private volatile @Nullable Future<?> following;
  private @Nullable ScheduledExecutorService executor;

  /// Does nothing until it is started.
  ///
  /// @param everyMillis pause between two looks at the log; 0 turns the loop off
  FollowerLoop(
      LedgerFollower follower,
      @Value("${gpuaas.accounting.follow-every-millis:250}") long everyMillis) {
    this.follower = follower;
    this.everyMillis = everyMillis;
  }

  @Override
  public void start() {
    if (everyMillis > 0) {
      ScheduledExecutorService started =
          Executors.newSingleThreadScheduledExecutor(FollowerLoop::thread);
      executor = started;
      following =
          started.scheduleWithFixedDelay(this::follow, 0, everyMillis, TimeUnit.MILLISECONDS);
    }
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().name("ledger-follower").daemon().unstarted(work);
  }

  private void follow() {
    try {
      follower.catchUp();
    } catch (RuntimeException e) {
      LOG.error("Booking usage events failed; it will be tried again.", e);
    }
  }

  @Override
  public void stop() {
    following = null;
    if (executor != null) {
      executor.close();
    }
  }

  @Override
  public boolean isRunning() {
    return following != null;
  }
}
