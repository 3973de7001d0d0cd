package io.gpuaas.api.internal.store;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What Spring Session keeps of browsers' sessions, read past it: it would load the whole session.
@Repository
public class BrowserSessionStore {
  private final JdbcClient jdbc;

  BrowserSessionStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Its end is told by the database's clock, as Spring Session counts in real time, too.
  public boolean isOpen(String id) {
    return jdbc.sql(
            """
            select exists (
              select from identity.browser_session
              where session_id = cast(? as char(36))
                and expiry_time > extract(epoch from clock_timestamp()) * 1000)\
            """)
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /// Ends all sessions of a person.
  public void endAll(String login) {
    jdbc.sql("delete from identity.browser_session where principal_name = ?").param(login).update();
  }
}
