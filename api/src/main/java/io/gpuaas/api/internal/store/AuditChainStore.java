package io.gpuaas.api.internal.store;

import io.gpuaas.api.internal.store.AuditStore.Row;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The seals over the audit log, in the order of the chain.
@Repository
public class AuditChainStore {
  private static final long LOCK = 0x6761_6173_6175_6469L;

  private final JdbcClient jdbc;

  AuditChainStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// One link of the chain.
  ///
  /// @param position 1 for the first
  /// @param seq the row that it seals
  /// @param hash SHA-256 over the hash before and the row, in hexadecimal digits
  public record Seal(long position, long seq, String hash) {}

  /// A link and its row.
  public record Link(Seal seal, Row row) {}

  /// Lets one transaction at a time go on, of all processes.
  public void lock() {
    jdbc.sql("select pg_advisory_xact_lock(?)").param(LOCK).query((row, _) -> 0).single();
  }

  public Optional<Seal> last() {
    return jdbc.sql(
            "select position, seq, hash from identity.audit_seal order by position desc limit 1")
        .query(Seal.class)
        .optional();
  }

  /// Rows behind the one numbered `lastSeq` that no open transaction can come before; from the
  /// first row when it is 0.
  public List<Row> unsealed(long lastSeq, int limit) {
    return jdbc.sql(
            "select "
                + AuditStore.COLUMNS
                + """
                from identity.audit
                where xid < pg_snapshot_xmin(pg_current_snapshot())
                  and (?::bigint = 0
                       or (xid, seq) > (select xid, seq from identity.audit where seq = ?))
                order by xid, seq limit ?\
                """)
        .params(lastSeq, lastSeq, limit)
        .query(AuditStore::row)
        .list();
  }

  public void append(Seal seal) {
    jdbc.sql("insert into identity.audit_seal values (?, ?, ?)")
        .params(seal.position(), seal.seq(), seal.hash())
        .update();
  }

  /// Links behind `position`, in order.
  public List<Link> links(long position, int limit) {
    return jdbc.sql(
            """
            select position, hash, audit.seq, at, actor, auth_method, token_id, source_ip,
                   request_id, action, resource, scope, result, status, reason,
                   before::text as before, after::text as after
            from identity.audit_seal join identity.audit using (seq)
            where position > ? order by position limit ?\
            """)
        .params(position, limit)
        .query(
            (row, number) ->
                new Link(
                    new Seal(row.getLong("position"), row.getLong("seq"), row.getString("hash")),
                    AuditStore.row(row, number)))
        .list();
  }
}
