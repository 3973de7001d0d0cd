package io.gpuaas.placement.internal.store;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.JobQueries.RunOfJob;
import io.gpuaas.placement.JobQueries.RunPlace;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rows of `placement.run`.
@Repository
public class RunStore {
  private static final String INSERT =
      """
      insert into placement.run (id, job_id, attempt, state, generation, epoch, assignments,
          holdings, bound_at, started_at, stopping_at, ended_at, released_at, stop_reason, claimant,
          checkpoint_at, outcome, exit_code, message, lost_millis)
      values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE =
      """
      update placement.run set state = ?, generation = ?, holdings = ?::jsonb, started_at = ?,
          stopping_at = ?, ended_at = ?, released_at = ?, stop_reason = ?, claimant = ?,
          checkpoint_at = ?, outcome = ?, exit_code = ?, message = ?, lost_millis = ?
      where id = ?
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;
  private final PlacementJson json;

  RunStore(JdbcTemplate jdbc, JdbcClient client, PlacementJson json) {
    this.jdbc = jdbc;
    this.client = client;
    this.json = json;
  }

  /// Stores runs that have just been bound.
  public void insert(List<Run> runs) {
    jdbc.batchUpdate(INSERT, runs, runs.size(), this::bind);
  }

  /// Writes what has changed of runs that are stored. Where a run was placed never changes.
  ///
  /// @throws IllegalStateException when one is not there
  public void update(List<Run> runs) {
    int[][] counts = jdbc.batchUpdate(UPDATE, runs, runs.size(), this::bindUpdate);
    for (int[] batch : counts) {
      for (int count : batch) {
        if (count != 1) {
          throw new IllegalStateException("A run that the leader knows is not stored.");
        }
      }
    }
  }

  private void bindUpdate(PreparedStatement statement, Run run) throws SQLException {
    statement.setString(1, run.state().name());
    statement.setLong(2, run.generation());
    statement.setString(3, json.write(run.holdings()));
    statement.setObject(4, Columns.utc(run.startedAt()));
    statement.setObject(5, Columns.utc(run.stoppingAt()));
    statement.setObject(6, Columns.utc(run.endedAt()));
    statement.setObject(7, Columns.utc(run.releasedAt()));
    statement.setString(8, run.stopReason());
    JobId claimant = run.claimant();
    statement.setString(9, claimant == null ? null : claimant.value());
    statement.setObject(10, Columns.utc(run.checkpointAt()));
    RunOutcome outcome = run.outcome();
    statement.setString(11, outcome == null ? null : outcome.name());
    statement.setObject(12, run.exitCode());
    statement.setString(13, run.message());
    statement.setLong(14, run.lostMillis());
    statement.setString(15, run.id().value());
  }

  private void bind(PreparedStatement statement, Run run) throws SQLException {
    statement.setString(1, run.id().value());
    statement.setString(2, run.job().value());
    statement.setInt(3, run.attempt());
    statement.setString(4, run.state().name());
    statement.setLong(5, run.generation());
    statement.setLong(6, run.epoch());
    statement.setString(7, json.write(run.assignments()));
    statement.setString(8, json.write(run.holdings()));
    statement.setObject(9, Columns.utc(run.boundAt()));
    statement.setObject(10, Columns.utc(run.startedAt()));
    statement.setObject(11, Columns.utc(run.stoppingAt()));
    statement.setObject(12, Columns.utc(run.endedAt()));
    statement.setObject(13, Columns.utc(run.releasedAt()));
    statement.setString(14, run.stopReason());
    JobId claimant = run.claimant();
    statement.setString(15, claimant == null ? null : claimant.value());
    statement.setObject(16, Columns.utc(run.checkpointAt()));
    RunOutcome outcome = run.outcome();
    statement.setString(17, outcome == null ? null : outcome.name());
    statement.setObject(18, run.exitCode());
    statement.setString(19, run.message());
    statement.setLong(20, run.lostMillis());
  }

  /// Runs that hold room.
  public List<Run> holding() {
    return client
        .sql("select * from placement.run where released_at is null order by bound_at, id")
        .query(mapper())
        .list();
  }

  /// Runs of a job, first attempt first.
  public List<Run> of(JobId job) {
    return client
        .sql("select * from placement.run where job_id = ? order by attempt")
        .param(job.value())
        .query(mapper())
        .list();
  }

  /// Runs of all jobs of the projects after `place`, in the order of their bind.
  public List<RunOfJob> list(SortedSet<String> projects, @Nullable RunPlace place, int limit) {
    String further = place == null ? "" : "and (r.bound_at, r.id) > (:boundAt, :id)";
    JdbcClient.StatementSpec statement =
        client
            .sql(
                """
                select r.*, j.name as job_name, j.project, j.submitted_at
                from placement.run r join placement.job j on j.id = r.job_id
                where j.project = any(:projects) %s
                order by r.bound_at, r.id limit :limit
                """
                    .formatted(further))
            .param("projects", projects.toArray(String[]::new))
            .param("limit", limit);
    if (place != null) {
      statement = statement.param("boundAt", Columns.utc(place.boundAt())).param("id", place.id());
    }
    return statement
        .query(
            (row, index) ->
                new RunOfJob(
                    map(row),
                    row.getString("job_name"),
                    row.getString("project"),
                    Columns.instant(row, "submitted_at")))
        .list();
  }

  private RowMapper<Run> mapper() {
    return (row, index) -> map(row);
  }

  private Run map(ResultSet row) throws SQLException {
    String claimant = row.getString("claimant");
    String outcome = row.getString("outcome");
    return new Run(
        new RunId(row.getString("id")),
        new JobId(row.getString("job_id")),
        row.getInt("attempt"),
        RunState.valueOf(row.getString("state")),
        row.getLong("generation"),
        row.getLong("epoch"),
        json.readList(row.getString("assignments"), PodSetAssignment.class),
        json.readList(row.getString("holdings"), GpuHolding.class),
        Columns.instant(row, "bound_at"),
        Columns.instantOrNull(row, "started_at"),
        Columns.instantOrNull(row, "stopping_at"),
        Columns.instantOrNull(row, "ended_at"),
        Columns.instantOrNull(row, "released_at"),
        row.getString("stop_reason"),
        claimant == null ? null : new JobId(claimant),
        Columns.instantOrNull(row, "checkpoint_at"),
        outcome == null ? null : RunOutcome.valueOf(outcome),
        Columns.intOrNull(row, "exit_code"),
        row.getString("message"),
        row.getLong("lost_millis"));
  }
}
