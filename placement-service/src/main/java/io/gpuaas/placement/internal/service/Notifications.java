package io.gpuaas.placement.internal.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Listens to what other replicas commit, on a connection of its own. Missing one is no loss: the
/// loop looks by itself every second.
@Component
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "system", matchIfMissing = true)
class Notifications implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final Duration PAUSE_AFTER_LOSS = Duration.ofSeconds(2);
  private static final int WAIT_MILLIS = 2_000;

  private final DataSource dataSource;
  private final Refresh refresh;
  private final InboxBell bell;
  private final LoopThread thread = new LoopThread("notifications");

  Notifications(DataSource dataSource, Refresh refresh, InboxBell bell) {
    this.dataSource = dataSource;
    this.refresh = refresh;
    this.bell = bell;
  }

  @Override
  public void start() {
    thread.start(this::run);
  }

  @Override
  public void stop() {
    thread.stop(Duration.ofMillis(WAIT_MILLIS));
  }

  @Override
  public boolean isRunning() {
    return thread.isRunning();
  }

  private void run() {
    while (thread.isRunning()) {
      try (Connection connection = dataSource.getConnection()) {
        listen(connection);
      } catch (SQLException e) {
        if (thread.isRunning()) {
          LOG.warn("lost the notifications of the database, will listen again: {}", e.getMessage());
          LockSupport.parkNanos(PAUSE_AFTER_LOSS.toNanos());
        }
      }
    }
  }

  private void listen(Connection connection) throws SQLException {
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen gpuaas_inbox");
      statement.execute("listen gpuaas_config");
      statement.execute("listen gpuaas_inventory");
    }
    PGConnection postgres = connection.unwrap(PGConnection.class);
    while (thread.isRunning()) {
      PGNotification[] heard = postgres.getNotifications(WAIT_MILLIS);
      if (heard != null && heard.length > 0) {
        for (PGNotification notification : heard) {
          if (!notification.getName().equals("gpuaas_inbox")) {
            refresh.ask();
          }
        }
        bell.ring();
      }
    }
  }
}
