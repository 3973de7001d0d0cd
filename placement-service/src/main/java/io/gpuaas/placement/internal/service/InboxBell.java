package io.gpuaas.placement.internal.service;

import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Tells the leader that there are wishes: directly when it is this process, through the database
/// when it is another.
@Component
class InboxBell {
  private final Leadership leadership;
  private final WakeUp wakeUp;
  private final JdbcClient client;
  private final AtomicBoolean rung = new AtomicBoolean(true);

  InboxBell(Leadership leadership, WakeUp wakeUp, JdbcClient client) {
    this.leadership = leadership;
    this.wakeUp = wakeUp;
    this.client = client;
  }

  /// In the caller's transaction: rings as soon as that has committed, here and in another process.
  void ringOnCommit() {
    if (!leadership.isLeading()) {
      client.sql("select pg_notify('gpuaas_inbox', '')").query((row, index) -> "").list();
    }
    AfterCommit.run(this::ring);
  }

  /// At once: another process may have rung.
  void ring() {
    rung.set(true);
    wakeUp.signal();
  }

  /// Whether somebody has rung since this was last asked.
  boolean answer() {
    return rung.getAndSet(false);
  }
}
