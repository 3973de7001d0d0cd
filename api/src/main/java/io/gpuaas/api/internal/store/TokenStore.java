package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Service tokens; their texts are not here, only hashes.
@Repository
public class TokenStore {
  private static final String COLUMNS =
      "select id, name, owner, project, scopes, addresses, created_at, expires_at, last_used_at,"
          + " revoked_at from identity.token ";

  private final JdbcClient jdbc;

  TokenStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A token without its text.
  ///
  /// @param project null when it is not bound to one
  /// @param scopes words of permissions, separated by blanks
  /// @param addresses networks from which it may be used, separated by blanks; empty: from all
  public record Token(
      String id,
      String name,
      String owner,
      @Nullable String project,
      String scopes,
      String addresses,
      Instant createdAt,
      Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Nullable Instant revokedAt) {}

  public void insert(Token token, byte[] hash) {
    jdbc.sql(
            """
            insert into identity.token
              (id, name, owner, project, scopes, addresses, hash, created_at, expires_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """)
        .params(
            Params.of(
                token.id(),
                token.name(),
                token.owner(),
                token.project(),
                token.scopes(),
                token.addresses(),
                hash,
                AccountStore.utc(token.createdAt()),
                AccountStore.utc(token.expiresAt())))
        .update();
  }

  public Optional<Token> byHash(byte[] hash) {
    return jdbc.sql(COLUMNS + "where hash = ?").param(hash).query(TokenStore::token).optional();
  }

  public Optional<Token> find(String id) {
    return jdbc.sql(COLUMNS + "where id = ?").param(id).query(TokenStore::token).optional();
  }

  /// Those not revoked, oldest first.
  public List<Token> all() {
    return jdbc.sql(COLUMNS + "where revoked_at is null order by id")
        .query(TokenStore::token)
        .list();
  }

  public boolean revoke(String id, Instant at) {
    return jdbc.sql("update identity.token set revoked_at = ? where id = ? and revoked_at is null")
            .params(Params.of(AccountStore.utc(at), id))
            .update()
        == 1;
  }

  /// A token that ends sooner stays as it is.
  public void endAt(String id, Instant at) {
    jdbc.sql("update identity.token set expires_at = least(expires_at, ?) where id = ?")
        .params(Params.of(AccountStore.utc(at), id))
        .update();
  }

  public void used(String id, Instant at) {
    jdbc.sql("update identity.token set last_used_at = ? where id = ?")
        .params(Params.of(AccountStore.utc(at), id))
        .update();
  }

  private static Token token(java.sql.ResultSet row, int ignored) throws java.sql.SQLException {
    return new Token(
        row.getString("id"),
        row.getString("name"),
        row.getString("owner"),
        row.getString("project"),
        row.getString("scopes"),
        row.getString("addresses"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        instant(row.getObject("last_used_at", OffsetDateTime.class)),
        instant(row.getObject("revoked_at", OffsetDateTime.class)));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
