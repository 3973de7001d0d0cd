package io.gpuaas.placement.internal.store;

import io.gpuaas.placement.JobStatistics.OutcomeGroup;
import io.gpuaas.placement.JobStatistics.Span;
import io.gpuaas.placement.JobStatistics.StopGroup;
import io.gpuaas.placement.JobStatistics.WaitGroup;
import io.gpuaas.placement.JobStatistics.WaitKey;
import io.gpuaas.placement.Observation.RunOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Counts jobs and runs where they lie.
@Repository
public class StatisticsStore {
  private static final String WAITS =
      """
      with asked as (
        select $key as key, job.milli_gpus, job.live, job.phase, first.at is not null as started,
               floor(extract(epoch from coalesce(first.at, :now) - job.submitted_at) * 1000)::bigint
                 as wait
        from placement.job job
        left join lateral (select bound_at as at, holdings from placement.run
                           where run.job_id = job.id order by attempt limit 1) first on true
        where job.project = any(:projects)
          and job.submitted_at >= :from and job.submitted_at < :to)
      select key, count(*) filter (where started or live) as jobs,
             count(*) filter (where phase = 'QUEUED') as waiting,
             count(*) filter (where not live and not started) as never_started,
             percentile_disc(0.5) within group (order by wait)
               filter (where started or live) as median,
             percentile_disc(0.9) within group (order by wait)
               filter (where started or live) as p90,
             percentile_disc(0.95) within group (order by wait)
               filter (where started or live) as p95,
             max(wait) filter (where started or live) as longest
      from asked group by key order by $order
      """;

  private static final String SIZE =
      """
      case when job.milli_gpus < 1000 then '0' when job.milli_gpus < 2000 then '1'
           when job.milli_gpus < 8000 then '2' when job.milli_gpus = 8000 then '8'
           when job.milli_gpus <= 64000 then '9' else '65' end\
      """;

  private static final String STOPS =
      """
      select run.stop_reason, job.project, claimant.project as claimant_project,
             count(*) as runs, count(distinct run.job_id) as jobs,
             sum(run.lost_millis * job.milli_gpus)::bigint as lost,
             percentile_disc(0.5) within group (order by
                 floor(extract(epoch from run.released_at - run.stopping_at) * 1000)::bigint)
               filter (where run.released_at is not null) as notice
      from placement.run run
      join placement.job job on job.id = run.job_id
      left join placement.job claimant on claimant.id = run.claimant
      where job.project = any(:projects) and run.stop_reason <> ''
        and run.stopping_at >= :from and run.stopping_at < :to
      group by 1, 2, 3 order by 1, 2, 3 nulls first
      """;

  private static final String OUTCOMES =
      """
      select run.outcome, count(*) as runs, count(distinct run.job_id) as jobs,
             sum(floor(extract(epoch from
                 coalesce(run.released_at, run.ended_at) - run.bound_at) * 1000)::bigint
                 * job.milli_gpus)::bigint as held,
             sum(run.lost_millis * job.milli_gpus)::bigint as lost
      from placement.run run
      join placement.job job on job.id = run.job_id
      where job.project = any(:projects) and run.outcome is not null
        and run.ended_at >= :from and run.ended_at < :to
      group by run.outcome order by run.outcome
      """;

  private final JdbcClient client;

  StatisticsStore(JdbcClient client) {
    this.client = client;
  }

  public List<WaitGroup> waits(SortedSet<String> projects, WaitKey by, Span span) {
    String key =
        switch (by) {
          case SIZE -> SIZE;
          case MODEL -> "coalesce(first.holdings -> 0 ->> 'model', '')";
          case PROJECT -> "job.project";
          case PRIORITY -> "job.spec ->> 'priorityClass'";
          case DAY -> "to_char(job.submitted_at at time zone 'UTC', 'YYYY-MM-DD')";
        };
    String order = by == WaitKey.SIZE ? "key::int" : "key";
    String sql = WAITS.replace("$key", key).replace("$order", order);
    return asked(sql, projects, span)
        .param("now", Columns.utc(span.now()))
        .query((row, index) -> waitGroup(row))
        .list();
  }

  private static WaitGroup waitGroup(ResultSet row) throws SQLException {
    return new WaitGroup(
        row.getString("key"),
        row.getInt("jobs"),
        row.getInt("waiting"),
        row.getInt("never_started"),
        longOrNull(row, "median"),
        longOrNull(row, "p90"),
        longOrNull(row, "p95"),
        longOrNull(row, "longest"));
  }

  public @Nullable Instant waitingSince() {
    return client
        .sql("select min(queued_at) as since from placement.job where live and phase = 'QUEUED'")
        .query((row, index) -> Optional.ofNullable(Columns.instantOrNull(row, "since")))
        .single()
        .orElse(null);
  }

  public List<StopGroup> stops(SortedSet<String> projects, Span span) {
    return asked(STOPS, projects, span)
        .query(
            (row, index) ->
                new StopGroup(
                    row.getString("stop_reason"),
                    row.getString("project"),
                    row.getString("claimant_project"),
                    row.getInt("runs"),
                    row.getInt("jobs"),
                    row.getLong("lost"),
                    longOrNull(row, "notice")))
        .list();
  }

  public List<OutcomeGroup> outcomes(SortedSet<String> projects, Span span) {
    return asked(OUTCOMES, projects, span)
        .query(
            (row, index) ->
                new OutcomeGroup(
                    RunOutcome.valueOf(row.getString("outcome")),
                    row.getInt("runs"),
                    row.getInt("jobs"),
                    row.getLong("held"),
                    row.getLong("lost")))
        .list();
  }

  private JdbcClient.StatementSpec asked(String sql, SortedSet<String> projects, Span span) {
    return client
        .sql(sql)
        .param("projects", projects.toArray(String[]::new))
        .param("from", Columns.utc(span.from()))
        .param("to", Columns.utc(span.to()));
  }

  private static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
