package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Which account belongs to which person of which issuer, and roles given by groups.
@Repository
public class ExternalIdentityStore {
  private final JdbcClient jdbc;

  ExternalIdentityStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public Optional<String> login(String issuer, String subject) {
    return jdbc.sql("select login from identity.external_identity where issuer = ? and subject = ?")
        .params(issuer, subject)
        .query(String.class)
        .optional();
  }

  public boolean isLinked(String login) {
    return jdbc.sql("select count(*) from identity.external_identity where login = ?")
            .param(login)
            .query(Integer.class)
            .single()
        > 0;
  }

  public void link(String issuer, String subject, String login, Instant at) {
    jdbc.sql("insert into identity.external_identity values (?, ?, ?, ?)")
        .params(issuer, subject, login, AccountStore.utc(at))
        .update();
  }

  public void seen(String issuer, String subject, Instant at) {
    jdbc.sql("update identity.external_identity set seen_at = ? where issuer = ? and subject = ?")
        .params(AccountStore.utc(at), issuer, subject)
        .update();
  }

  /// Ids of the bindings of a login that were given by `by`.
  public List<String> bindings(String login, String by) {
    return jdbc.sql("select id from identity.role_binding where login = ? and created_by = ?")
        .params(login, by)
        .query(String.class)
        .list();
  }
}
