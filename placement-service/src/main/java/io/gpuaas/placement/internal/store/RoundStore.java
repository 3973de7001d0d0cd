package io.gpuaas.placement.internal.store;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.internal.store.RoundRows.EventRow;
import io.gpuaas.placement.internal.store.RoundRows.HeardRow;
import io.gpuaas.placement.internal.store.RoundRows.JobRow;
import io.gpuaas.placement.internal.store.RoundRows.RunRow;
import io.gpuaas.placement.internal.store.RoundRows.UsageRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Writes what one round of the leader changed, whatever its size, in one exchange with the
/// database: a fixed list of statements, each of which takes its rows as one JSON array.
@Repository
public class RoundStore {
  /// The planner takes an array for a hundred rows, and a table that has just begun to grow for a
  /// small one: left alone it would join with whole tables to change one row of each. So only a
  /// look into the index for each row is left to it.
  private static final String FENCE =
      """
      select epoch, set_config('enable_seqscan', 'off', true),
          set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true)
      from placement.leader where id = 1 for update
      """;

  private static final String OBSERVATIONS =
      """
      insert into placement.observation (cluster, kind, subject, at, received_at, detail, effect)
      select cluster, kind, subject, at, "receivedAt", detail, effect
      from json_to_recordset(?::json) as r (cluster text, kind text, subject text, at timestamptz,
          "receivedAt" timestamptz, detail jsonb, effect text)
      """;
  private static final String JOBS =
      """
      update placement.job j set phase = r.phase, phase_since = r."phaseSince", reason = r.reason,
          message = r.message, queued_at = r."queuedAt", admitted_at = r."admittedAt",
          started_at = r."startedAt", ended_at = r."endedAt", attempt = r.attempt,
          failures = r.failures, saved_millis = r."savedMillis",
          stop_asked = r."stopAsked", exit_code = r."exitCode", live = r.live, version = r.version
      from json_to_recordset(?::json) as r (id text, "storedVersion" bigint, phase text,
          "phaseSince" timestamptz, reason text, message text, "queuedAt" timestamptz,
          "admittedAt" timestamptz, "startedAt" timestamptz, "endedAt" timestamptz,
          attempt integer, failures integer, "savedMillis" bigint, "stopAsked" text,
          "exitCode" integer, live boolean, version bigint)
      where j.id = r.id and j.version = r."storedVersion"
      """;
  private static final String RUN_ROWS =
      """
      from json_to_recordset(?::json) as r (id text, job text, attempt integer, state text,
          generation bigint, epoch bigint, assignments jsonb, holdings jsonb,
          "boundAt" timestamptz, "startedAt" timestamptz, "stoppingAt" timestamptz,
          "endedAt" timestamptz, "releasedAt" timestamptz, "stopReason" text, claimant text,
          "checkpointAt" timestamptz, outcome text, "exitCode" integer, message text,
          "lostMillis" bigint)
      """;
  private static final String NEW_RUNS =
      """
      insert into placement.run (id, job_id, attempt, state, generation, epoch, assignments,
          holdings, bound_at, started_at, stopping_at, ended_at, released_at, stop_reason, claimant,
          checkpoint_at, outcome, exit_code, message, lost_millis)
      select id, job, attempt, state, generation, epoch, assignments, holdings, "boundAt",
          "startedAt", "stoppingAt", "endedAt", "releasedAt", "stopReason", claimant,
          "checkpointAt", outcome, "exitCode", message, "lostMillis"
      """
          + RUN_ROWS;
  private static final String RUNS =
      """
      update placement.run s set state = r.state, generation = r.generation,
          holdings = r.holdings, started_at = r."startedAt", stopping_at = r."stoppingAt",
          ended_at = r."endedAt", released_at = r."releasedAt", stop_reason = r."stopReason",
          claimant = r.claimant, checkpoint_at = r."checkpointAt", outcome = r.outcome,
          exit_code = r."exitCode", message = r.message, lost_millis = r."lostMillis"
      """
          + RUN_ROWS
          + "where s.id = r.id";
  private static final String USAGE =
      """
      insert into placement.usage_event (seq, at, kind, payload)
      select seq, at, kind, payload
      from json_to_recordset(?::json) as r (seq bigint, at timestamptz, kind text, payload jsonb)
      """;
  private static final String ALL =
      String.join(
          ";\n",
          FENCE,
          OBSERVATIONS,
          JOBS,
          NEW_RUNS,
          RUNS,
          EventStore.TURN,
          EventStore.INSERT_EVENTS,
          USAGE);

  private final JdbcTemplate jdbc;
  private final PlacementJson json;

  RoundStore(JdbcTemplate jdbc, PlacementJson json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// What a round changed. Jobs and runs are there already, but for `newRuns`.
  public record Round(
      List<HeardRow> heard,
      List<JobRow> jobs,
      List<RunRow> newRuns,
      List<RunRow> runs,
      List<JobEvent> events,
      List<UsageEvent> usage) {}

  /// Writes the round in the caller's transaction, which the caller must undo when the epoch that
  /// is returned is not the one it leads in.
  ///
  /// @throws IllegalStateException when a row is not at the version that the change was made from:
  ///   someone else than the leader wrote it
  public long write(Round round) {
    Long epoch =
        jdbc.execute(
            ALL,
            (PreparedStatement statement) -> {
              statement.setString(1, json.write(round.heard()));
              statement.setString(2, json.write(round.jobs()));
              statement.setString(3, json.write(round.newRuns()));
              statement.setString(4, json.write(round.runs()));
              String events = json.write(round.events().stream().map(EventRow::of).toList());
              statement.setString(5, events);
              statement.setString(6, events);
              statement.setString(7, json.write(round.usage().stream().map(UsageRow::of).toList()));
              return execute(statement, round);
            });
    return java.util.Objects.requireNonNull(epoch);
  }

  private static long execute(PreparedStatement statement, Round round) throws SQLException {
    statement.execute();
    long epoch;
    try (ResultSet leader = statement.getResultSet()) {
      leader.next();
      epoch = leader.getLong(1);
    }
    requireCount(statement, "observations", round.heard());
    requireCount(statement, "jobs", round.jobs());
    requireCount(statement, "new runs", round.newRuns());
    requireCount(statement, "runs", round.runs());
    statement.getMoreResults();
    requireCount(statement, "events", round.events());
    requireCount(statement, "usage events", round.usage());
    return epoch;
  }

  private static void requireCount(PreparedStatement statement, String what, List<?> rows)
      throws SQLException {
    statement.getMoreResults();
    if (statement.getUpdateCount() != rows.size()) {
      throw new IllegalStateException(
          "%d of %d %s were written: someone else than the leader changed them."
              .formatted(statement.getUpdateCount(), rows.size(), what));
    }
  }
}
