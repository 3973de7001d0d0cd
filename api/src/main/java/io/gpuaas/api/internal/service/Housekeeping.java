package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.IdempotencyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// Every two seconds: seals audit rows, cancels jobs whose lease has ended, whose money is used up
/// or whose GPUs nobody uses, makes the account of what others use, ends operations whose process
/// is gone. Drops stored answers after seven days, and reminds others of what they keep for a while
/// only.
@Component
class Housekeeping implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration ANSWERS_KEPT = Duration.ofDays(7);
  private static final Duration ANSWERS_DROPPED_EVERY = Duration.ofHours(1);

  private final AuditChain chain;
  private final IdempotencyStore answers;
  private final Leases leases;
  private final List<Chore> chores;
  private final Operations operations;
  private final List<Forgetful> forgetful;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopped = lock.newCondition();
  private Instant droppedAt = Instant.EPOCH;
  private boolean running;

  Housekeeping(
      AuditChain chain,
      IdempotencyStore answers,
      Leases leases,
      List<Chore> chores,
      Operations operations,
      List<Forgetful> forgetful,
      InstantSource clock) {
    this.chain = chain;
    this.answers = answers;
    this.leases = leases;
    this.chores = List.copyOf(chores);
    this.operations = operations;
    this.forgetful = List.copyOf(forgetful);
    this.clock = clock;
  }

  @Override
  public void start() {
    lock.lock();
    try {
      running = true;
    } finally {
      lock.unlock();
    }
    Thread.ofPlatform().daemon().name("housekeeping").start(this::keep);
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      running = false;
      stopped.signalAll();
    } finally {
      lock.unlock();
    }
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

  private void keep() {
    while (pause()) {
      try {
        chain.seal();
        leases.cancelLapsed();
        chores.forEach(Chore::attend);
        operations.endSilent();
        dropOldAnswers();
      } catch (DataAccessException | TransactionException e) {
        LOG.warn("Housekeeping waits for the database: {}", e.toString());
      } catch (RuntimeException e) {
        LOG.error("A round of housekeeping failed; the next one comes", e);
      }
    }
  }

  private void dropOldAnswers() {
    Instant now = clock.instant();
    if (droppedAt.plus(ANSWERS_DROPPED_EVERY).isBefore(now)) {
      droppedAt = now;
      answers.deleteOlderThan(now.minus(ANSWERS_KEPT));
      forgetful.forEach(Forgetful::forgetOld);
    }
  }

  private boolean pause() {
    lock.lock();
    try {
      long left = PAUSE.toNanos();
      while (running && left > 0) {
        left = stopped.awaitNanos(left);
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
