package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Webhooks: who is told what happens to jobs.
@Repository
public class WebhookStore {
  private static final String COLUMNS =
      "select name, scope_kind, scope_name, url, format, repository, kinds, active, salt,"
          + " generation, previous_until, credential, after_seq, version from identity.webhook ";

  private final JdbcClient jdbc;

  WebhookStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What is sent.
  public enum Format {
    /// Each event, signed.
    EVENTS,
    /// The state of the commit that a job was made for, as GitHub takes it.
    GITHUB_STATUS,
    /// The same for GitLab.
    GITLAB_STATUS
  }

  /// What somebody wants to be told.
  ///
  /// @param repository whose commits get a status; empty for events
  /// @param kinds of events; empty means all
  public record Wish(
      String scopeKind,
      String scopeName,
      String url,
      Format format,
      String repository,
      List<String> kinds,
      boolean active) {
    public Wish {
      kinds = List.copyOf(kinds);
    }
  }

  /// A webhook.
  ///
  /// @param salt with `generation`, what its secret is made of
  /// @param previousUntil until when the secret of the generation before signs, too
  /// @param credential of a receiver that wants one; sealed
  /// @param afterSeq the last event that it was looked at for
  public record Webhook(
      String name,
      Wish wish,
      String salt,
      int generation,
      @Nullable Instant previousUntil,
      @Nullable String credential,
      long afterSeq,
      long version) {}

  /// In name order.
  public List<Webhook> all() {
    return jdbc.sql(COLUMNS + "order by name").query(WebhookStore::webhook).list();
  }

  public Optional<Webhook> find(String name) {
    return jdbc.sql(COLUMNS + "where name = ?").param(name).query(WebhookStore::webhook).optional();
  }

  /// Takes the row until the transaction ends; empty when another process has it.
  public Optional<Webhook> lock(String name) {
    return jdbc.sql(COLUMNS + "where name = ? and active for update skip locked")
        .param(name)
        .query(WebhookStore::webhook)
        .optional();
  }

  /// False when the name is taken.
  public boolean insert(Webhook it) {
    Wish wish = it.wish();
    return jdbc.sql(
                """
                insert into identity.webhook (name, scope_kind, scope_name, url, format,
                  repository, kinds, active, salt, credential, after_seq)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing\
                """)
            .params(
                Arrays.asList(
                    it.name(),
                    wish.scopeKind(),
                    wish.scopeName(),
                    wish.url(),
                    wish.format().name(),
                    wish.repository(),
                    String.join(" ", wish.kinds()),
                    wish.active(),
                    it.salt(),
                    it.credential(),
                    it.afterSeq()))
            .update()
        == 1;
  }

  /// False when it is not there in this version. Without a credential the old one stays.
  public boolean replace(String name, Wish wish, @Nullable String credential, long version) {
    return jdbc.sql(
                """
                update identity.webhook set scope_kind = ?, scope_name = ?, url = ?, format = ?,
                  repository = ?, kinds = ?, active = ?, credential = coalesce(?, credential),
                  version = version + 1
                where name = ? and version = ?\
                """)
            .params(
                Arrays.asList(
                    wish.scopeKind(),
                    wish.scopeName(),
                    wish.url(),
                    wish.format().name(),
                    wish.repository(),
                    String.join(" ", wish.kinds()),
                    wish.active(),
                    credential,
                    name,
                    version))
            .update()
        == 1;
  }

  public boolean delete(String name, long version) {
    return jdbc.sql("delete from identity.webhook where name = ? and version = ?")
            .params(name, version)
            .update()
        == 1;
  }

  /// The next secret; the one before it signs until then, too.
  public void rotate(String name, Instant previousUntil) {
    jdbc.sql(
            """
            update identity.webhook set generation = generation + 1, previous_until = ?,
              version = version + 1
            where name = ?\
            """)
        .params(AccountStore.utc(previousUntil), name)
        .update();
  }

  public void followed(String name, long afterSeq) {
    jdbc.sql("update identity.webhook set after_seq = ? where name = ?")
        .params(afterSeq, name)
        .update();
  }

  private static Webhook webhook(java.sql.ResultSet row, int ignored) throws java.sql.SQLException {
    String kinds = row.getString("kinds");
    OffsetDateTime until = row.getObject("previous_until", OffsetDateTime.class);
    Wish wish =
        new Wish(
            row.getString("scope_kind"),
            row.getString("scope_name"),
            row.getString("url"),
            Format.valueOf(row.getString("format")),
            row.getString("repository"),
            kinds.isEmpty() ? List.of() : List.of(kinds.split(" ", -1)),
            row.getBoolean("active"));
    return new Webhook(
        row.getString("name"),
        wish,
        row.getString("salt"),
        row.getInt("generation"),
        until == null ? null : until.toInstant(),
        row.getString("credential"),
        row.getLong("after_seq"),
        row.getLong("version"));
  }
}
