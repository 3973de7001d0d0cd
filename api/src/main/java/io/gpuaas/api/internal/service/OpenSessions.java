package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.BrowserSessionStore;
import java.time.Duration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Service;
import org.springframework.transaction.event.TransactionalEventListener;

/// Whether sessions of browsers are still there, for requests that outlive the moment in which this
/// was asked. Kept for a few seconds of real time, so that thousands of streams ask the database
/// little; dropped at once when this process ends a session.
@Service
public class OpenSessions {
  private static final Duration KEEP = Duration.ofSeconds(10);

  private final BrowserSessionStore store;
  private final ApplicationEventPublisher events;
  private final Recent<Boolean> known;

  OpenSessions(BrowserSessionStore store, ApplicationEventPublisher events, Ticks ticks) {
    this.store = store;
    this.events = events;
    this.known = new Recent<>(KEEP, ticks);
  }

  /// False once the session was ended, by whomever, or has expired.
  public boolean isOpen(String id) {
    return Boolean.TRUE.equals(known.get(id, () -> store.isOpen(id)));
  }

  /// Tells long requests that a session was ended here; when the transaction has committed, if
  /// there is one.
  public void ended() {
    events.publishEvent(new RightsChanged());
  }

  @TransactionalEventListener(fallbackExecution = true)
  @Order(Ordered.HIGHEST_PRECEDENCE)
  void forget(RightsChanged change) {
    known.forget();
  }
}
