package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
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

  /// Rows before `seq`, newest first; a null filter matches all.
  public List<Row> before(
      long seq, @Nullable String actor, @Nullable String resourcePrefix, int limit) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + """
                from identity.audit
                where seq < ? and (?::text is null or actor = ?)
                  and (?::text is null or starts_with(resource, ?))
                order by seq desc limit ?\
                """)
        .params(Params.of(seq, actor, actor, resourcePrefix, resourcePrefix, limit))
        .query(AuditStore::row)
        .list();
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
