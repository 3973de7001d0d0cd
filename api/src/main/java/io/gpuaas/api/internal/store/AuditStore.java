package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The audit log; rows are only ever added.
@Repository
public class AuditStore {
  static final String COLUMNS =
      "seq, at, actor, auth_method, token_id, source_ip, request_id, action, resource, scope,"
          + " result, status, reason, before::text as before, after::text as after ";

  private final JdbcClient jdbc;

  AuditStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// One entry of the log.
  ///
  /// @param seq 0 in a row that is not stored yet
  /// @param result `OK`, `REFUSED` or `DENIED`
  /// @param before JSON text of the resource before the change, null when there was none
  public record Row(
      long seq,
      Instant at,
      String actor,
      String authMethod,
      @Nullable String tokenId,
      String sourceIp,
      String requestId,
      String action,
      String resource,
      String scope,
      String result,
      int status,
      String reason,
      @Nullable String before,
      @Nullable String after) {}

  public void insert(Row row) {
    jdbc.sql(
            """
            insert into identity.audit
              (at, actor, auth_method, token_id, source_ip, request_id, action, resource, scope,
               result, status, reason, before, after)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb)\
            """)
        .params(
            Params.of(
                AccountStore.utc(row.at()),
                row.actor(),
                row.authMethod(),
                row.tokenId(),
                row.sourceIp(),
                row.requestId(),
                row.action(),
                row.resource(),
                row.scope(),
                row.result(),
                row.status(),
                row.reason(),
                row.before(),
                row.after()))
        .update();
  }

  /// What is looked for; null matches all.
  ///
  /// @param from and `to` are a half-open time
  public record Search(
      @Nullable String actor,
      @Nullable String resourcePrefix,
      @Nullable String result,
      @Nullable Instant from,
      @Nullable Instant to) {}

  /// Rows before `seq`, newest first.
  public List<Row> before(long seq, Search search, int limit) {
    StringBuilder sql =
        new StringBuilder("select " + COLUMNS + " from identity.audit where seq < ?");
    List<Object> params = new ArrayList<>(List.of(seq));
    add(sql, params, " and actor = ?", search.actor());
    add(sql, params, " and starts_with(resource, ?)", search.resourcePrefix());
    add(sql, params, " and result = ?", search.result());
    add(sql, params, " and at >= ?", search.from());
    add(sql, params, " and at < ?", search.to());
    params.add(limit);
    return jdbc.sql(sql.append(" order by seq desc limit ?").toString())
        .params(params)
        .query(AuditStore::row)
        .list();
  }

  private static void add(
      StringBuilder sql, List<Object> params, String condition, @Nullable Object value) {
    if (value != null) {
      sql.append(condition);
      params.add(value instanceof Instant instant ? AccountStore.utc(instant) : value);
    }
  }

  static Row row(java.sql.ResultSet row, int ignored) throws java.sql.SQLException {
    return new Row(
        row.getLong("seq"),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        row.getString("actor"),
        row.getString("auth_method"),
        row.getString("token_id"),
        row.getString("source_ip"),
        row.getString("request_id"),
        row.getString("action"),
        row.getString("resource"),
        row.getString("scope"),
        row.getString("result"),
        row.getInt("status"),
        row.getString("reason"),
        row.getString("before"),
        row.getString("after"));
  }
}
