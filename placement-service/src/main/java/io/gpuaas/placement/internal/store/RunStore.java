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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rows of `placement.run`.
@Repository
public class RunStore {
  private final JdbcClient client;
  private final PlacementJson json;

  RunStore(JdbcClient client, PlacementJson json) {
    this.client = client;
    this.json = json;
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
