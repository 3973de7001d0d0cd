package io.gpuaas.placement.internal.store;

import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEventLog;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
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
  private static final String INSERT_EVENT =
      """
      insert into placement.job_event (job_id, project, at, kind, phase, actor, message, detail)
      values (?, ?, ?, ?, ?, ?, ?, ?::jsonb)
      """;
  private static final String INSERT_USAGE =
      "insert into placement.usage_event (seq, at, kind, payload) values (?, ?, ?, ?::jsonb)";

  private final JdbcTemplate jdbc;
  private final JdbcClient client;
  private final PlacementJson json;

  EventStore(JdbcTemplate jdbc, JdbcClient client, PlacementJson json) {
    this.jdbc = jdbc;
    this.client = client;
    this.json = json;
  }

  /// Writers take turns until their transaction ends, so that events commit in the order of `seq`
  /// and a follower that has seen one has seen all before it.
  public void append(List<JobEvent> events) {
    client
        .sql("select pg_advisory_xact_lock(hashtext('placement.job_event'))")
        .query((row, index) -> 0)
        .list();
    jdbc.batchUpdate(INSERT_EVENT, events, Math.max(1, events.size()), this::bind);
  }

  private void bind(PreparedStatement statement, JobEvent event) throws SQLException {
    statement.setString(1, event.job().value());
    statement.setString(2, event.project());
    statement.setObject(3, Columns.utc(event.at()));
    statement.setString(4, event.kind());
    statement.setString(5, event.phase().name());
    statement.setString(6, event.actor());
    statement.setString(7, event.message());
    statement.setString(8, event.detail().isEmpty() ? "{}" : json.write(event.detail()));
  }

  /// Appends numbered usage events; `seq` must follow the last one without a gap.
  public void appendUsage(List<UsageEvent> events) {
    jdbc.batchUpdate(INSERT_USAGE, events, Math.max(1, events.size()), this::bindUsage);
  }

  private void bindUsage(PreparedStatement statement, UsageEvent event) throws SQLException {
    statement.setLong(1, event.seq());
    statement.setObject(2, Columns.utc(event.at()));
    statement.setString(3, event.getClass().getSimpleName());
    statement.setString(4, json.write(event));
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
  /// [#append].
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
