package io.gpuaas.placement.internal.store;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobSpec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rows of `placement.job`.
@Repository
public class JobStore {
  private static final String INSERT =
      """
      insert into placement.job (id, project, name, user_login, labels, spec, spec_hash, priority,
          milli_gpus, phase, phase_since, submitted_at, queued_at)
      values (?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?)
      on conflict (project, name) where live do nothing
      """;

  private static final String RECENT =
      """
      select spec::text as spec, count(*) as jobs from placement.job
      where submitted_at > (select max(submitted_at) from placement.job) - interval '28 days'
      group by spec order by spec
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;
  private final PlacementJson json;

  JobStore(JdbcTemplate jdbc, JdbcClient client, PlacementJson json) {
    this.jdbc = jdbc;
    this.client = client;
    this.json = json;
  }

  /// A job to be stored and the hash of its wish.
  public record NewJob(Job job, String specHash) {}

  /// Stores a new job; false when a live job of its project has its name.
  public boolean insert(NewJob fresh) {
    return jdbc.update(INSERT, statement -> bind(statement, fresh)) == 1;
  }

  private void bind(PreparedStatement statement, NewJob fresh) throws SQLException {
    Job job = fresh.job();
    statement.setString(1, job.id().value());
    statement.setString(2, job.project());
    statement.setString(3, job.name());
    statement.setString(4, job.user());
    statement.setString(5, json.write(job.labels()));
    statement.setString(6, json.write(job.spec()));
    statement.setString(7, fresh.specHash());
    statement.setInt(8, job.priority());
    statement.setLong(9, job.milliGpus());
    statement.setString(10, job.phase().name());
    statement.setObject(11, Columns.utc(job.phaseSince()));
    statement.setObject(12, Columns.utc(job.submittedAt()));
    statement.setObject(13, Columns.utc(job.queuedAt()));
  }

  public Optional<Job> find(JobId id) {
    return client
        .sql("select * from placement.job where id = ?")
        .param(id.value())
        .query(mapper())
        .optional();
  }

  public List<Job> findAll(List<JobId> ids) {
    return client
        .sql("select * from placement.job where id = any(?) order by submitted_at, id")
        .param(ids.stream().map(JobId::value).toArray(String[]::new))
        .query(mapper())
        .list();
  }

  /// A live job by name, with the hash of its wish.
  public Optional<NewJob> findLive(String project, String name) {
    return client
        .sql("select * from placement.job where project = ? and name = ? and live")
        .params(project, name)
        .query((row, index) -> new NewJob(map(row), row.getString("spec_hash")))
        .optional();
  }

  /// How many jobs of the project have not come to rest.
  public long countLive(String project) {
    return client
        .sql("select count(*) from placement.job where project = ? and live")
        .param(project)
        .query(Long.class)
        .single();
  }

  /// The values of label `key` of those of `jobs` that have it.
  public SortedMap<JobId, String> labels(Collection<JobId> jobs, String key) {
    SortedMap<JobId, String> values = new TreeMap<>();
    client
        .sql(
            """
            select id, labels ->> :key as value from placement.job
             where id = any(:jobs) and labels ->> :key is not null
            """)
        .param("key", key)
        .param("jobs", jobs.stream().map(JobId::value).toArray(String[]::new))
        .query(
            row -> {
              values.put(new JobId(row.getString("id")), row.getString("value"));
            });
    return values;
  }

  /// The names of those of `jobs` that there are.
  public SortedMap<JobId, String> names(Collection<JobId> jobs) {
    SortedMap<JobId, String> names = new TreeMap<>();
    client
        .sql("select id, name from placement.job where id = any(?)")
        .param(jobs.stream().map(JobId::value).toArray(String[]::new))
        .query(
            row -> {
              names.put(new JobId(row.getString("id")), row.getString("name"));
            });
    return names;
  }

  /// All that has not come to rest, oldest first.
  public List<Job> live() {
    return client
        .sql("select * from placement.job where live order by submitted_at, id")
        .query(mapper())
        .list();
  }

  /// What kinds of pods were asked for in the last four weeks in which jobs were submitted.
  public ExpectedMix recentMix() {
    SequencedMap<PodSet, Long> pods = new LinkedHashMap<>();
    client
        .sql(RECENT)
        .query(
            row -> {
              JobSpec spec = json.read(row.getString("spec"), JobSpec.class);
              ExpectedMix.count(spec.podSets(), row.getLong("jobs"), pods);
            });
    return ExpectedMix.ofCounts(pods);
  }

  RowMapper<Job> mapper() {
    return (row, index) -> map(row);
  }

  private Job map(ResultSet row) throws SQLException {
    return new Job(
        new JobId(row.getString("id")),
        row.getString("project"),
        row.getString("name"),
        row.getString("user_login"),
        json.readTexts(row.getString("labels")),
        json.read(row.getString("spec"), JobSpec.class),
        row.getInt("priority"),
        row.getLong("milli_gpus"),
        JobPhase.valueOf(row.getString("phase")),
        Columns.instant(row, "phase_since"),
        row.getString("reason"),
        row.getString("message"),
        Columns.instant(row, "submitted_at"),
        Columns.instant(row, "queued_at"),
        Columns.instantOrNull(row, "admitted_at"),
        Columns.instantOrNull(row, "started_at"),
        Columns.instantOrNull(row, "ended_at"),
        row.getInt("attempt"),
        row.getInt("failures"),
        row.getLong("saved_millis"),
        row.getString("stop_asked"),
        Columns.intOrNull(row, "exit_code"),
        row.getBoolean("live"),
        row.getLong("version"));
  }
}
