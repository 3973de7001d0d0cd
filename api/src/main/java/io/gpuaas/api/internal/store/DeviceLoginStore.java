package io.gpuaas.api.internal.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Command lines that wait for a person.
@Repository
public class DeviceLoginStore {
  private static final String COLUMNS =
      "user_code, machine, source_ip, requested_at, expires_at, polled_at, login, allowed";

  private final JdbcClient jdbc;

  DeviceLoginStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A command line that wants to be let in.
  ///
  /// @param machine what it says it runs on
  /// @param polledAt when it last asked; null before
  /// @param login who has decided; null before
  /// @param allowed what was decided; null before
  public record DeviceLogin(
      String userCode,
      String machine,
      String sourceIp,
      Instant requestedAt,
      Instant expiresAt,
      @Nullable Instant polledAt,
      @Nullable String login,
      @Nullable Boolean allowed) {}

  public void insert(DeviceLogin it, byte[] deviceHash) {
    jdbc.sql(
            "insert into identity.device_login (device_hash, "
                + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, null, null, null)")
        .params(
            deviceHash,
            it.userCode(),
            it.machine(),
            it.sourceIp(),
            AccountStore.utc(it.requestedAt()),
            AccountStore.utc(it.expiresAt()))
        .update();
  }

  public int waiting(Instant now) {
    return jdbc.sql("select count(*) from identity.device_login where expires_at > ?")
        .param(AccountStore.utc(now))
        .query(Integer.class)
        .single();
  }

  /// Takes hold of it until the transaction ends.
  public Optional<DeviceLogin> byDevice(byte[] deviceHash) {
    return jdbc.sql(
            "select " + COLUMNS + " from identity.device_login where device_hash = ? for update")
        .param(deviceHash)
        .query(DeviceLoginStore::row)
        .optional();
  }

  public void polled(byte[] deviceHash, Instant at) {
    jdbc.sql("update identity.device_login set polled_at = ? where device_hash = ?")
        .params(AccountStore.utc(at), deviceHash)
        .update();
  }

  public void delete(byte[] deviceHash) {
    jdbc.sql("delete from identity.device_login where device_hash = ?").param(deviceHash).update();
  }

  public Optional<DeviceLogin> byCode(String userCode) {
    return jdbc.sql("select " + COLUMNS + " from identity.device_login where user_code = ?")
        .param(userCode)
        .query(DeviceLoginStore::row)
        .optional();
  }

  /// False when it was decided before, or is over.
  public boolean decide(String userCode, String login, boolean allowed, Instant now) {
    return jdbc.sql(
                """
                update identity.device_login set login = ?, allowed = ?
                where user_code = ? and allowed is null and expires_at > ?\
                """)
            .params(login, allowed, userCode, AccountStore.utc(now))
            .update()
        == 1;
  }

  public void deleteEnded(Instant before) {
    jdbc.sql("delete from identity.device_login where expires_at < ?")
        .param(AccountStore.utc(before))
        .update();
  }

  private static DeviceLogin row(ResultSet row, int number) throws SQLException {
    return new DeviceLogin(
        row.getString("user_code"),
        row.getString("machine"),
        row.getString("source_ip"),
        instant(row, "requested_at"),
        instant(row, "expires_at"),
        row.getObject("polled_at") == null ? null : instant(row, "polled_at"),
        row.getString("login"),
        row.getObject("allowed", Boolean.class));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
