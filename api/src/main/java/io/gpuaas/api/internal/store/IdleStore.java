package io.gpuaas.api.internal.store;

import io.gpuaas.api.internal.engine.IdleRule;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Versioned;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The idle rule of the site, and which runs were told that they will be stopped.
@Repository
public class IdleStore {
  private final JdbcClient jdbc;

  IdleStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The rule in force; version 1 is that nobody is stopped.
  public Versioned<IdleRule> rule() {
    return jdbc.sql("select * from identity.idle_rule")
        .query(
            (row, _) ->
                new Versioned<>(
                    new IdleRule(
                        row.getBoolean("active"),
                        row.getInt("percent"),
                        row.getLong("window_millis"),
                        row.getLong("notice_millis")),
                    row.getLong("version")))
        .optional()
        .orElse(new Versioned<>(IdleRule.OFF, 1));
  }

  /// Replaces version `expected`; false when there is a newer one.
  public boolean replace(IdleRule rule, long expected) {
    return jdbc.sql(
                """
                insert into identity.idle_rule as r
                  (active, percent, window_millis, notice_millis, version)
                select ?, ?, ?, ?, 2
                 where ? = 1 or exists (select 1 from identity.idle_rule)
                on conflict (only_one) do update
                  set active = excluded.active, percent = excluded.percent,
                      window_millis = excluded.window_millis,
                      notice_millis = excluded.notice_millis, version = r.version + 1
                  where r.version = ?
                """)
            .params(
                rule.active(),
                rule.percent(),
                rule.windowMillis(),
                rule.noticeMillis(),
                expected,
                expected)
            .update()
        == 1;
  }

  /// When a run was told; empty when it was not.
  public Optional<Instant> toldAt(RunId run) {
    return jdbc.sql("select told_at from identity.idle_notice where run = ?")
        .param(run.value())
        .query(OffsetDateTime.class)
        .optional()
        .map(OffsetDateTime::toInstant);
  }

  /// False when somebody has told it already.
  public boolean tell(RunId run, JobId job, Instant at) {
    return jdbc.sql(
                """
                insert into identity.idle_notice (run, job, told_at) values (?, ?, ?)
                on conflict (run) do nothing
                """)
            .params(run.value(), job.value(), AccountStore.utc(at))
            .update()
        == 1;
  }

  /// False when there is none.
  public boolean takeBack(RunId run) {
    return jdbc.sql("delete from identity.idle_notice where run = ?").param(run.value()).update()
        == 1;
  }
}
