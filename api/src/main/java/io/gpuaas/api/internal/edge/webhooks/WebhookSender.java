package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.service.Webhooks;
import io.gpuaas.api.internal.store.DeliveryStore.Delivery;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// Makes messages of what happens to jobs, and sends those that are due, each in a thread of its
/// own. A receiver that keeps four of them waiting gets no more until it has answered, so that the
/// others do not wait for it.
@Component
class WebhookSender implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int AT_ONCE = 4;

  private final Webhooks webhooks;
  private final Receivers receivers;
  private final InstantSource clock;
  private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
  private final Semaphore news = new Semaphore(0);
  private volatile boolean running;

  WebhookSender(Webhooks webhooks, Receivers receivers, InstantSource clock) {
    this.webhooks = webhooks;
    this.receivers = receivers;
    this.clock = clock;
  }

  @Override
  public void start() {
    running = true;
    Thread.ofPlatform().daemon().name("webhooks").start(this::keep);
  }

  @Override
  public void stop() {
    running = false;
    wake();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// There is something to send now.
  void wake() {
    news.release();
  }

  private void keep() {
    while (pause()) {
      try {
        round();
      } catch (DataAccessException | TransactionException e) {
        LOG.warn("Webhooks wait for the database: {}", e.toString());
      } catch (RuntimeException e) {
        LOG.error("A round of webhooks failed; the next one comes", e);
      }
    }
  }

  /// False when there is to be no further round.
  private boolean pause() {
    try {
      if (news.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        news.drainPermits();
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void round() {
    List<Webhook> all = webhooks.all();
    boolean more = false;
    for (Webhook hook : all) {
      more |= hook.wish().active() && webhooks.follow(hook.name());
    }
    if (!all.isEmpty()) {
      List<Delivery> due = webhooks.claim(busy());
      due.forEach(this::send);
      more |= !due.isEmpty();
    }
    if (more) {
      wake();
    }
  }

  private List<String> busy() {
    List<String> busy = new ArrayList<>();
    underWay.forEach(
        (name, count) -> {
          if (count >= AT_ONCE) {
            busy.add(name);
          }
        });
    return busy;
  }

  private void send(Delivery delivery) {
    underWay.merge(delivery.webhook(), 1, Integer::sum);
    Thread.ofVirtual().name("webhook " + delivery.id()).start(() -> sendNow(delivery));
  }

  private void sendNow(Delivery delivery) {
    try {
      Webhook hook = webhooks.find(delivery.webhook()).orElse(null);
      if (hook != null) {
        Receivers.Outcome outcome = receivers.send(hook, delivery, clock.instant());
        webhooks.attempted(delivery, outcome.status(), outcome.fault());
      }
    } catch (RuntimeException e) {
      // It stays claimed for a minute, and comes again then.
      LOG.warn("Message {} could not be sent or written down: {}", delivery.id(), e.toString());
    } finally {
      underWay.computeIfPresent(
          delivery.webhook(), (_, count) -> count > 1 ? Integer.valueOf(count - 1) : null);
      wake();
    }
  }
}
