package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.NightlyAudits;
import io.gpuaas.accounting.NightlyAudits.Night;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Looks now and then whether the checks of the night are due. Not on virtual time, on which a
/// night passes in no time: there they are run when somebody asks.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "system", matchIfMissing = true)
class NightlyAuditLoop implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(NightlyAuditLoop.class);

  private final NightlyAudits audits;
  private final InstantSource clock;
  private final long everySeconds;
  private volatile @Nullable Future<?> looking;
  private @Nullable ScheduledExecutorService executor;

  /// Does nothing until it is started.
  ///
  /// @param everySeconds pause between two looks at the clock; 0 turns the loop off
  NightlyAuditLoop(
      NightlyAudits audits,
      InstantSource clock,
      @Value("${gpuaas.accounting.audit-look-every-seconds:60}") long everySeconds) {
    this.audits = audits;
    this.clock = clock;
    this.everySeconds = everySeconds;
  }

  @Override
  public void start() {
    if (everySeconds > 0) {
      ScheduledExecutorService started =
          Executors.newSingleThreadScheduledExecutor(NightlyAuditLoop::thread);
      executor = started;
      looking =
          started.scheduleWithFixedDelay(this::look, everySeconds, everySeconds, TimeUnit.SECONDS);
    }
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().name("nightly-audit").daemon().unstarted(work);
  }

  private void look() {
    try {
      audits.runIfDue(clock.instant()).ifPresent(NightlyAuditLoop::tell);
    } catch (RuntimeException e) {
      LOG.error("The nightly checks of the books failed; they will be tried again.", e);
    }
  }

  private static void tell(Night night) {
    if (night.ok()) {
      LOG.info("The books of {} are sound ({} ms)", night.day(), night.millis());
    } else {
      LOG.error("The books of {} are not sound: {}", night.day(), night.red());
    }
  }

  @Override
  public void stop() {
    looking = null;
    if (executor != null) {
      executor.shutdownNow();
    }
  }

  @Override
  public boolean isRunning() {
    return looking != null;
  }
}
