package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Long work and how far it is.
@Repository
public class OperationStore {
  private static final String COLUMNS =
      "id, kind, login, state, done, total, message, result::text as result, created_at, ended_at";

  private final JdbcClient jdbc;

  OperationStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// How it is.
  public enum State {
    RUNNING,
    SUCCEEDED,
    FAILED
  }

  /// One piece of work.
  ///
  /// @param kind `resource.verb`, as in the audit log
  /// @param done and `total` count what it works through; a total of 0 is not known yet
  /// @param result JSON text, null before the end
  public record Operation(
      String id,
      String kind,
      String login,
      State state,
      long done,
      long total,
      String message,
      @Nullable String result,
      Instant createdAt,
      @Nullable Instant endedAt) {}

  public void insert(Operation it) {
    jdbc.sql(
            """
            insert into identity.operation
              (id, kind, login, state, done, total, message, created_at, alive_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """)
        .params(
            it.id(),
            it.kind(),
            it.login(),
            it.state().name(),
            it.done(),
            it.total(),
            it.message(),
            AccountStore.utc(it.createdAt()),
            AccountStore.utc(it.createdAt()))
        .update();
  }

  public Optional<Operation> find(String id) {
    return jdbc.sql("select " + COLUMNS + " from identity.operation where id = ?")
        .param(id)
        .query(OperationStore::operation)
        .optional();
  }

  /// Newest first, after `before` where it is given; a null login means everybody.
  public List<Operation> list(@Nullable String login, @Nullable String before, int limit) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + " from identity.operation where (?::text is null or login = ?)"
                + " and (?::text is null or id < ?) order by id desc limit ?")
        .params(Arrays.asList(login, login, before, before, limit))
        .query(OperationStore::operation)
        .list();
  }

  public void progress(String id, long done, long total, Instant at) {
    jdbc.sql("update identity.operation set done = ?, total = ?, alive_at = ? where id = ?")
        .params(done, total, AccountStore.utc(at), id)
        .update();
  }

  public void end(String id, State state, String message, @Nullable String result, Instant at) {
    jdbc.sql(
            """
            update identity.operation set state = ?, message = ?, result = ?::jsonb, ended_at = ?
            where id = ? and state = 'RUNNING'\
            """)
        .params(Arrays.asList(state.name(), message, result, AccountStore.utc(at), id))
        .update();
  }

  /// Ends what has not moved since `before`: the process that did it is gone.
  public int endSilent(Instant before, Instant at) {
    return jdbc.sql(
            """
            update identity.operation set state = 'FAILED', ended_at = ?,
              message = 'The server that did it ended. What it had done stands.'
            where state = 'RUNNING' and alive_at < ?\
            """)
        .params(AccountStore.utc(at), AccountStore.utc(before))
        .update();
  }

  private static Operation operation(java.sql.ResultSet row, int ignored)
      throws java.sql.SQLException {
    OffsetDateTime ended = row.getObject("ended_at", OffsetDateTime.class);
    return new Operation(
        row.getString("id"),
        row.getString("kind"),
        row.getString("login"),
        State.valueOf(row.getString("state")),
        row.getLong("done"),
        row.getLong("total"),
        row.getString("message"),
        row.getString("result"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        ended == null ? null : ended.toInstant());
  }
}
