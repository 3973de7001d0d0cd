package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Requests with an idempotency key, and their answers.
@Repository
public class IdempotencyStore {
  private final JdbcClient jdbc;

  IdempotencyStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Whose request with which key.
  public record Slot(String principal, String request, String key) {}

  /// What is stored in a slot.
  ///
  /// @param status null while the first request runs
  /// @param headers JSON text
  public record Stored(
      String requestHash,
      @Nullable Integer status,
      @Nullable String headers,
      @Nullable String body,
      Instant createdAt) {}

  /// False when the slot is taken.
  public boolean begin(Slot slot, String requestHash, Instant at) {
    return jdbc.sql(
                """
                insert into identity.idempotency
                values (?, ?, ?, ?, null, null, null, ?) on conflict do nothing\
                """)
            .params(slot.principal(), slot.request(), slot.key(), requestHash, AccountStore.utc(at))
            .update()
        == 1;
  }

  public Optional<Stored> find(Slot slot) {
    return jdbc.sql(
            """
            select request_hash, status, headers::text as headers, body, created_at
            from identity.idempotency where principal = ? and request = ? and key = ?\
            """)
        .params(slot.principal(), slot.request(), slot.key())
        .query(IdempotencyStore::stored)
        .optional();
  }

  /// Takes over a slot whose first request never ended; false when somebody else did.
  public boolean takeOver(Slot slot, Instant since, Instant at) {
    return jdbc.sql(
                """
                update identity.idempotency set created_at = ?
                where principal = ? and request = ? and key = ?
                  and status is null and created_at = ?\
                """)
            .params(
                Arrays.asList(
                    AccountStore.utc(at),
                    slot.principal(),
                    slot.request(),
                    slot.key(),
                    AccountStore.utc(since)))
            .update()
        == 1;
  }

  public void finish(Slot slot, int status, String headers, String body) {
    jdbc.sql(
            """
            update identity.idempotency set status = ?, headers = ?::jsonb, body = ?
            where principal = ? and request = ? and key = ?\
            """)
        .params(status, headers, body, slot.principal(), slot.request(), slot.key())
        .update();
  }

  public void forget(Slot slot) {
    jdbc.sql(
            """
            delete from identity.idempotency
            where principal = ? and request = ? and key = ? and status is null\
            """)
        .params(slot.principal(), slot.request(), slot.key())
        .update();
  }

  public int deleteOlderThan(Instant at) {
    return jdbc.sql("delete from identity.idempotency where created_at < ?")
        .param(AccountStore.utc(at))
        .update();
  }

  private static Stored stored(java.sql.ResultSet row, int ignored) throws java.sql.SQLException {
    int status = row.getInt("status");
    return new Stored(
        row.getString("request_hash"),
        status == 0 ? null : status,
        row.getString("headers"),
        row.getString("body"),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
