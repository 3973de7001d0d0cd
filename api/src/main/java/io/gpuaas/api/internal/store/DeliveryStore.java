package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What webhooks have sent and will send.
@Repository
public class DeliveryStore {
  private static final String COLUMNS =
      "d.id, d.webhook, d.job, d.seq, d.kind, d.path, d.body, d.state, d.attempts, d.created_at,"
          + " d.due_at, d.give_up_at, d.last_at, d.last_status, d.last_fault ";

  private final JdbcClient jdbc;

  DeliveryStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// How far it is.
  public enum State {
    PENDING,
    DELIVERED,
    /// The receiver did not take it for a day.
    GIVEN_UP
  }

  /// What is to be told.
  ///
  /// @param job null for a ping
  /// @param path behind the webhook's address
  public record Message(@Nullable String job, long seq, String kind, String path, String body) {}

  /// How the last attempt went.
  ///
  /// @param status null when there was no answer
  public record Attempt(Instant at, @Nullable Integer status, String fault) {}

  /// A message on its way.
  ///
  /// @param attempts that were made
  /// @param last null before the first
  public record Delivery(
      String id,
      String webhook,
      Message message,
      State state,
      int attempts,
      Instant createdAt,
      Instant dueAt,
      Instant giveUpAt,
      @Nullable Attempt last) {}

  public void insert(Delivery it) {
    jdbc.sql(
            """
            insert into identity.webhook_delivery (id, webhook, job, seq, kind, path, body, state,
              created_at, due_at, give_up_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """)
        .params(
            Arrays.asList(
                it.id(),
                it.webhook(),
                it.message().job(),
                it.message().seq(),
                it.message().kind(),
                it.message().path(),
                it.message().body(),
                it.state().name(),
                AccountStore.utc(it.createdAt()),
                AccountStore.utc(it.dueAt()),
                AccountStore.utc(it.giveUpAt())))
        .update();
  }

  public Optional<Delivery> find(String webhook, String id) {
    return jdbc.sql(
            "select " + COLUMNS + "from identity.webhook_delivery d where webhook = ? and id = ?")
        .params(webhook, id)
        .query(DeliveryStore::delivery)
        .optional();
  }

  /// Newest first, before `before` where it is given.
  public List<Delivery> list(String webhook, @Nullable String before, int limit) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + "from identity.webhook_delivery d where webhook = ?"
                + " and (?::text is null or id < ?) order by id desc limit ?")
        .params(Arrays.asList(webhook, before, before, limit))
        .query(DeliveryStore::delivery)
        .list();
  }

  public long pending(String webhook) {
    return jdbc.sql(
            "select count(*) from identity.webhook_delivery where webhook = ? and state ="
                + " 'PENDING'")
        .param(webhook)
        .query(Long.class)
        .single();
  }

  /// Takes due messages for one process until `claimedUntil`: of each webhook and job the oldest
  /// pending one only.
  ///
  /// @param busy webhooks that have enough under way
  public List<Delivery> claim(
      Instant now, Instant claimedUntil, Collection<String> busy, int most) {
    return jdbc.sql(
            "with due as (select d.id from identity.webhook_delivery d"
                + " join identity.webhook w on w.name = d.webhook and w.active"
                + " where d.state = 'PENDING' and d.due_at <= :now"
                + " and (d.claimed_until is null or d.claimed_until < :now)"
                + " and d.webhook <> all (:busy)"
                + " and not exists (select 1 from identity.webhook_delivery e"
                + "   where e.webhook = d.webhook and e.job = d.job and e.state = 'PENDING'"
                + "   and e.seq < d.seq)"
                + " order by d.due_at, d.seq limit :most for update of d skip locked)"
                + " update identity.webhook_delivery d set claimed_until = :until"
                + " from due where d.id = due.id returning "
                + COLUMNS)
        .param("now", AccountStore.utc(now))
        .param("until", AccountStore.utc(claimedUntil))
        .param("busy", busy.toArray(String[]::new))
        .param("most", most)
        .query(DeliveryStore::delivery)
        .list();
  }

  /// How an attempt went, and when the next one is due. What was asked to be sent again meanwhile
  /// is sent again, however this attempt went.
  public void attempted(String id, State state, Attempt attempt, Instant dueAt) {
    jdbc.sql(
            """
            update identity.webhook_delivery set state = ?, attempts = attempts + 1,
              claimed_until = null, last_at = ?, last_status = ?, last_fault = ?, due_at = ?
            where id = ? and claimed_until is not null\
            """)
        .params(
            Arrays.asList(
                state.name(),
                AccountStore.utc(attempt.at()),
                attempt.status(),
                attempt.fault(),
                AccountStore.utc(dueAt),
                id))
        .update();
  }

  /// To be sent again from now on.
  public void again(String id, Instant now, Instant giveUpAt) {
    jdbc.sql(
            """
            update identity.webhook_delivery set state = 'PENDING', attempts = 0,
              claimed_until = null, due_at = ?, give_up_at = ?
            where id = ?\
            """)
        .params(AccountStore.utc(now), AccountStore.utc(giveUpAt), id)
        .update();
  }

  public int deleteOlderThan(Instant at) {
    return jdbc.sql(
            "delete from identity.webhook_delivery where created_at < ? and state <> 'PENDING'")
        .param(AccountStore.utc(at))
        .update();
  }

  private static Delivery delivery(java.sql.ResultSet row, int ignored)
      throws java.sql.SQLException {
    Instant last = instant(row, "last_at");
    Integer status = row.getObject("last_status", Integer.class);
    return new Delivery(
        row.getString("id"),
        row.getString("webhook"),
        new Message(
            row.getString("job"),
            row.getLong("seq"),
            row.getString("kind"),
            row.getString("path"),
            row.getString("body")),
        State.valueOf(row.getString("state")),
        row.getInt("attempts"),
        required(row, "created_at"),
        required(row, "due_at"),
        required(row, "give_up_at"),
        last == null ? null : new Attempt(last, status, row.getString("last_fault")));
  }

  private static Instant required(java.sql.ResultSet row, String column)
      throws java.sql.SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static @Nullable Instant instant(java.sql.ResultSet row, String column)
      throws java.sql.SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
