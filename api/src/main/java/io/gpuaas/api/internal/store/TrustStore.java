package io.gpuaas.api.internal.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Trust rules, and which foreign tokens were taken.
@Repository
public class TrustStore {
  private static final String COLUMNS =
      "select name, issuer, audience, claims::text as claims, project, login, scopes, max_hours,"
          + " version from identity.trust_rule ";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final JdbcClient jdbc;

  TrustStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Tokens of `issuer` for `audience` with these claims act as `login`.
  ///
  /// @param claims required values by name; one that ends in `*` is a beginning
  /// @param scopes words of permissions, separated by blanks
  /// @param maxHours how long tokens may be renewed without another foreign one
  public record TrustRule(
      String name,
      String issuer,
      String audience,
      SortedMap<String, String> claims,
      String project,
      String login,
      String scopes,
      int maxHours,
      long version) {
    public TrustRule {
      claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    }
  }

  /// In name order.
  public List<TrustRule> all() {
    return jdbc.sql(COLUMNS + "order by name").query(TrustStore::rule).list();
  }

  public List<TrustRule> ofIssuer(String issuer) {
    return jdbc.sql(COLUMNS + "where issuer = ? order by name")
        .param(issuer)
        .query(TrustStore::rule)
        .list();
  }

  public Optional<TrustRule> find(String name) {
    return jdbc.sql(COLUMNS + "where name = ?").param(name).query(TrustStore::rule).optional();
  }

  /// False when the name is taken.
  public boolean insert(TrustRule rule) {
    return jdbc.sql(
                """
                insert into identity.trust_rule
                  (name, issuer, audience, claims, project, login, scopes, max_hours)
                values (?, ?, ?, ?::jsonb, ?, ?, ?, ?) on conflict do nothing\
                """)
            .params(
                rule.name(),
                rule.issuer(),
                rule.audience(),
                JSON.writeValueAsString(rule.claims()),
                rule.project(),
                rule.login(),
                rule.scopes(),
                rule.maxHours())
            .update()
        == 1;
  }

  /// False when it is not there in this version.
  public boolean replace(TrustRule rule, long version) {
    return jdbc.sql(
                """
                update identity.trust_rule set issuer = ?, audience = ?, claims = ?::jsonb,
                  project = ?, login = ?, scopes = ?, max_hours = ?, version = version + 1
                where name = ? and version = ?\
                """)
            .params(
                rule.issuer(),
                rule.audience(),
                JSON.writeValueAsString(rule.claims()),
                rule.project(),
                rule.login(),
                rule.scopes(),
                rule.maxHours(),
                rule.name(),
                version)
            .update()
        == 1;
  }

  public boolean delete(String name, long version) {
    return jdbc.sql("delete from identity.trust_rule where name = ? and version = ?")
            .params(name, version)
            .update()
        == 1;
  }

  /// Takes a foreign token; false when it was taken before.
  public boolean take(String hash, Instant expiresAt) {
    return jdbc.sql(
                """
                insert into identity.taken_assertion values (decode(?, 'hex'), ?)
                on conflict do nothing\
                """)
            .params(hash, AccountStore.utc(expiresAt))
            .update()
        == 1;
  }

  public int forgetTakenBefore(Instant at) {
    return jdbc.sql("delete from identity.taken_assertion where expires_at < ?")
        .param(AccountStore.utc(at))
        .update();
  }

  /// What a foreign token said of its pipeline.
  ///
  /// @param claims by name; of lists and objects their texts
  public record Identity(String issuer, List<String> audience, SortedMap<String, String> claims) {
    public Identity {
      audience = List.copyOf(audience);
      claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    }
  }

  /// A token of ours that was given for a foreign one.
  ///
  /// @param since when the foreign one was brought; renewals keep it
  public record Exchanged(String tokenId, String rule, Identity identity, Instant since) {}

  public void insert(Exchanged it) {
    jdbc.sql(
            """
            insert into identity.exchanged_token (token_id, rule, issuer, audience, claims, since)
            values (?, ?, ?, ?::jsonb, ?::jsonb, ?)\
            """)
        .params(
            it.tokenId(),
            it.rule(),
            it.identity().issuer(),
            JSON.writeValueAsString(it.identity().audience()),
            JSON.writeValueAsString(it.identity().claims()),
            AccountStore.utc(it.since()))
        .update();
  }

  public Optional<Exchanged> exchanged(String tokenId) {
    return jdbc.sql(
            """
            select token_id, rule, issuer, audience::text, claims::text, since
            from identity.exchanged_token where token_id = ?\
            """)
        .param(tokenId)
        .query(TrustStore::read)
        .optional();
  }

  private static Exchanged read(ResultSet row, int ignored) throws SQLException {
    List<String> audience =
        JSON.readValue(row.getString("audience"), new TypeReference<List<String>>() {});
    return new Exchanged(
        row.getString("token_id"),
        row.getString("rule"),
        new Identity(row.getString("issuer"), audience, claims(row)),
        row.getObject("since", OffsetDateTime.class).toInstant());
  }

  private static SortedMap<String, String> claims(ResultSet row) throws SQLException {
    return JSON.readValue(row.getString("claims"), new TypeReference<TreeMap<String, String>>() {});
  }

  private static TrustRule rule(ResultSet row, int ignored) throws SQLException {
    return new TrustRule(
        row.getString("name"),
        row.getString("issuer"),
        row.getString("audience"),
        claims(row),
        row.getString("project"),
        row.getString("login"),
        row.getString("scopes"),
        row.getInt("max_hours"),
        row.getLong("version"));
  }
}
