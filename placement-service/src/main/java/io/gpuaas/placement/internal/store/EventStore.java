package io.gpuaas.placement.internal.store;

import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.internal.store.RoundRows.EventRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The timeline of jobs, and the log that accounting follows.
@Repository
public class EventStore implements UsageEventLog {
  /// Writers take turns until their transaction ends, so that events commit in the order of `seq`
  /// and a follower that has seen one has seen all before it. Nobody waits for nothing to write.
  static final String TURN =
      """
      select pg_advisory_xact_lock(hashtext('placement.job_event'))
      where json_array_length(?::json) > 0
      """;

  /// After [#TURN], with the same rows.
  static final String INSERT_EVENTS =
      """
      insert into placement.job_event (job_id, project, at, kind, phase, actor, message, detail)
      select job, project, at, kind, phase, actor, message, detail
      from json_to_recordset(?::json) as r (job text, project text, at timestamptz, kind text,
          phase text, actor text, message text, detail jsonb)
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;
  private final PlacementJson json;

  EventStore(JdbcTemplate jdbc, JdbcClient client, PlacementJson json) {
    this.jdbc = jdbc;
    this.client = client;
    this.json = json;
  }

  /// Appends events in the caller's transaction.
  public void append(List<JobEvent> events) {
    String rows = json.write(events.stream().map(EventRow::of).toList());
    jdbc.execute(
        TURN + ";" + INSERT_EVENTS,
        (PreparedStatement statement) -> {
          statement.setString(1, rows);
          statement.setString(2, rows);
          return statement.execute();
        });
  }

  public long lastUsageSeq() {
    return client
        .sql("select coalesce(max(seq), 0) from placement.usage_event")
        .query(Long.class)
        .single();
  }

  @Override
  public List<UsageEvent> after(long after, int limit) {
    return client
        .sql("select payload from placement.usage_event where seq > ? order by seq limit ?")
        .params(after, limit)
        .query((row, index) -> json.read(row.getString(1), UsageEvent.class))
        .list();
  }

  /// Events of a job after `seq`, oldest first.
  public List<JobEvent> of(JobId job, long after, int limit) {
    return client
        .sql(
            """
            select * from placement.job_event where job_id = ? and seq > ?
            order by seq limit ?
            """)
        .params(job.value(), after, limit)
        .query((row, index) -> map(row))
        .list();
  }

  /// Events of all jobs after `seq`, oldest first. None comes later with a smaller `seq`: see
  /// [#TURN].
  public List<JobEvent> all(long after, int limit) {
    return client
        .sql(
            """
            select * from placement.job_event where seq > ?
            order by seq limit ?
            """)
        .params(after, limit)
        .query((row, index) -> map(row))
        .list();
  }

  /// `seq` of the newest event; 0 when there is none.
  public long lastSeq() {
    return client
        .sql("select coalesce(max(seq), 0) from placement.job_event")
        .query(Long.class)
        .single();
  }

  /// When the newest event happened; empty when there is none.
  public Optional<Instant> latestAt() {
    return client
        .sql("select at from placement.job_event order by seq desc limit 1")
        .query((row, index) -> Columns.instant(row, "at"))
        .optional();
  }

  private JobEvent map(ResultSet row) throws SQLException {
    return new JobEvent(
        row.getLong("seq"),
        new JobId(row.getString("job_id")),
        row.getString("project"),
        Columns.instant(row, "at"),
        row.getString("kind"),
        JobPhase.valueOf(row.getString("phase")),
        row.getString("actor"),
        row.getString("message"),
        json.readTexts(row.getString("detail")));
  }
}
