package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Which sessions of ours belong to which session at a provider.
@Repository
public class ProviderSessionStore {
  private final JdbcClient jdbc;

  ProviderSessionStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Notes a session.
  ///
  /// @param sid the provider's name for its own session; null when it gives none
  public void add(String session, String issuer, String subject, @Nullable String sid, Instant at) {
    jdbc.sql(
            """
            insert into identity.provider_session values (?, ?, ?, ?, ?)
            on conflict (session_id) do update
              set issuer = excluded.issuer, subject = excluded.subject, sid = excluded.sid,
                  begun_at = excluded.begun_at\
            """)
        .params(Params.of(session, issuer, subject, sid, AccountStore.utc(at)))
        .update();
  }

  /// A session.
  ///
  /// @param login whose it is; null when the account is gone
  public record Ended(String session, @Nullable String login) {}

  /// Takes those out that began in one session at the provider, or, where it is not said in which,
  /// all of the person.
  public List<Ended> take(String issuer, @Nullable String subject, @Nullable String sid) {
    return jdbc.sql(
            """
            with gone as (
              delete from identity.provider_session
              where issuer = :issuer and (cast(:sid as text) is null or sid = :sid)
                and (cast(:subject as text) is null or subject = :subject)
                and num_nonnulls(cast(:sid as text), cast(:subject as text)) > 0
              returning session_id, issuer, subject)
            select g.session_id as session, e.login from gone g
            left join identity.external_identity e using (issuer, subject)
            order by g.session_id\
            """)
        .param("issuer", issuer)
        .param("subject", subject)
        .param("sid", sid)
        .query((row, _) -> new Ended(row.getString("session"), row.getString("login")))
        .list();
  }

  /// Drops those whose session is gone. A session that has just begun is not written yet.
  public void dropOrphans(Instant begunBefore) {
    jdbc.sql(
            """
            delete from identity.provider_session p where p.begun_at < ? and not exists
              (select from identity.browser_session s where s.session_id = p.session_id)\
            """)
        .param(AccountStore.utc(begunBefore))
        .update();
  }
}
