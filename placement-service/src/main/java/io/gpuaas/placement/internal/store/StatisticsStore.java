package io.gpuaas.placement.internal.store;

import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobStatistics.FailureCause;
import io.gpuaas.placement.JobStatistics.OutcomeGroup;
import io.gpuaas.placement.JobStatistics.Percentiles;
import io.gpuaas.placement.JobStatistics.Span;
import io.gpuaas.placement.JobStatistics.StopGroup;
import io.gpuaas.placement.JobStatistics.WaitGroup;
import io.gpuaas.placement.JobStatistics.WaitKey;
import io.gpuaas.placement.Observation.RunOutcome;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        select $key as key, job.live, job.phase, runs.bound is not null as started,
               extract(epoch from coalesce(runs.bound, :now) - job.submitted_at) as wait,
               case when runs.running is not null or job.live
                    then extract(epoch from coalesce(runs.running, :now) - job.submitted_at)
                end as to_running,
               case when job.ended_at is not null
                    then greatest(1, extract(epoch from job.ended_at - job.submitted_at)
                                     / greatest(10, runs.held))
                end as slowdown
        from placement.job job
        cross join lateral (
          select min(bound_at) as bound, min(started_at) as running, $model as model,
                 sum(extract(epoch from coalesce(ended_at, released_at) - bound_at)) as held
          from placement.run where run.job_id = job.id) runs
        where job.project = any(:projects)
          and job.submitted_at >= :from and job.submitted_at < :to)
      select key, count(*) filter (where started or live) as jobs,
             count(*) filter (where phase = 'QUEUED') as waiting,
             count(*) filter (where not live and not started) as never_started,
             percentile_disc(array[0.5, 0.9, 0.95, 1])
               within group (order by floor(wait * 1000)::bigint)
               filter (where started or live) as wait,
             percentile_disc(array[0.5, 0.9, 0.95])
               within group (order by floor(to_running * 1000)::bigint) as to_running,
             percentile_disc(array[0.5, 0.9, 0.95])
               within group (order by round(slowdown * 1000)::bigint)
               filter (where started) as slowdown
      from asked group by key order by $order
      """;

  /// Of a job's first run.
  private static final String MODEL = "(array_agg(holdings -> 0 ->> 'model' order by attempt))[1]";

  /// Between two runs a job waits from the release of the one to the bind of the other.
  private static final String WAITING =
      """
      select job.project, job.spec ->> 'podSets' as pod_sets, job.milli_gpus, gap.from_at, gap.to_at
      from placement.job job
      cross join lateral (
        select coalesce(lag(released_at) over (order by attempt), job.submitted_at) as from_at,
               bound_at as to_at
          from placement.run where run.job_id = job.id
        union all
        select coalesce(max(released_at), job.submitted_at), coalesce(job.ended_at, :now)
          from placement.run where run.job_id = job.id
        having bool_and(released_at is not null) is not false) gap
      where job.project = any(:projects) and job.milli_gpus > 0
        and job.submitted_at < :to and coalesce(job.ended_at, :now) > :from
        and gap.from_at < gap.to_at and gap.from_at < :to and gap.to_at > :from
      """;

  private static final String STARTED =
      """
      select coalesce(sum(job.milli_gpus), 0)::bigint
      from placement.run run join placement.job job on job.id = run.job_id
      where job.project = any(:projects) and run.bound_at >= :from and run.bound_at < :to
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
      select run.outcome,
             case when run.outcome = 'NODE_FAILED' then 'NODE'
                  when run.outcome = 'FAILED' and run.exit_code = 137 then 'KILLED'
                  when run.outcome = 'FAILED' then 'PROGRAM' end as cause,
             count(*) as runs, count(distinct run.job_id) as jobs,
             sum(span.held * job.milli_gpus)::bigint as held,
             sum(run.lost_millis * job.milli_gpus)::bigint as lost,
             sum(case when run.outcome = 'SUCCEEDED' then span.held
                      else least(span.held, greatest(0, coalesce(span.kept, 0))) end
                 * job.milli_gpus)::bigint as kept
      from placement.run run
      join placement.job job on job.id = run.job_id
      cross join lateral (
        select floor(extract(epoch from
                   coalesce(run.released_at, run.ended_at) - run.bound_at) * 1000)::bigint as held,
               floor(extract(epoch from
                   run.checkpoint_at - run.bound_at) * 1000)::bigint as kept) span
      where job.project = any(:projects) and run.outcome is not null
        and run.ended_at >= :from and run.ended_at < :to
      group by 1, 2 order by 1, 2
      """;

  private final JdbcClient client;
  private final PlacementJson json;

  StatisticsStore(JdbcClient client, PlacementJson json) {
    this.client = client;
    this.json = json;
  }

  /// That a job waited, and what for.
  public record StoredSpell(
      String project, List<PodSet> podSets, long milliGpus, Instant from, Instant to) {}

  public List<WaitGroup> waits(SortedSet<String> projects, WaitKey by, Span span) {
    String key =
        switch (by) {
          case SIZE -> SIZE;
          case MODEL -> "coalesce(runs.model, '')";
          case PROJECT -> "job.project";
          case PRIORITY -> "job.spec ->> 'priorityClass'";
          case DAY -> "to_char(job.submitted_at at time zone 'UTC', 'YYYY-MM-DD')";
        };
    String order = by == WaitKey.SIZE ? "key::int" : "key";
    String sql =
        WAITS
            .replace("$key", key)
            .replace("$model", by == WaitKey.MODEL ? MODEL : "null")
            .replace("$order", order);
    return asked(sql, projects, span)
        .param("now", Columns.utc(span.now()))
        .query((row, index) -> waitGroup(row))
        .list();
  }

  private static WaitGroup waitGroup(ResultSet row) throws SQLException {
    List<Long> waits = longs(row, "wait");
    Percentiles wait = percentiles(waits);
    return new WaitGroup(
        row.getString("key"),
        row.getInt("jobs"),
        row.getInt("waiting"),
        row.getInt("never_started"),
        wait.median(),
        wait.p90(),
        wait.p95(),
        waits.isEmpty() ? null : waits.getLast(),
        percentiles(longs(row, "to_running")),
        percentiles(longs(row, "slowdown")));
  }

  private static Percentiles percentiles(List<Long> ranks) {
    return ranks.isEmpty()
        ? new Percentiles(null, null, null)
        : new Percentiles(ranks.get(0), ranks.get(1), ranks.get(2));
  }

  /// Empty when the column is null.
  private static List<Long> longs(ResultSet row, String column) throws SQLException {
    Array values = row.getArray(column);
    return values == null ? List.of() : List.of((Long[]) values.getArray());
  }

  public List<StoredSpell> waiting(SortedSet<String> projects, Span span) {
    Map<String, List<PodSet>> read = new HashMap<>();
    return asked(WAITING, projects, span)
        .param("now", Columns.utc(span.now()))
        .query(
            (row, index) ->
                new StoredSpell(
                    row.getString("project"),
                    read.computeIfAbsent(
                        row.getString("pod_sets"), text -> json.readList(text, PodSet.class)),
                    row.getLong("milli_gpus"),
                    Columns.instant(row, "from_at"),
                    Columns.instant(row, "to_at")))
        .list();
  }

  public long startedMilliGpus(SortedSet<String> projects, Span span) {
    return asked(STARTED, projects, span).query(Long.class).single();
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
                    cause(row.getString("cause")),
                    row.getInt("runs"),
                    row.getInt("jobs"),
                    row.getLong("held"),
                    row.getLong("lost"),
                    row.getLong("kept")))
        .list();
  }

  private static @Nullable FailureCause cause(@Nullable String name) {
    return name == null ? null : FailureCause.valueOf(name);
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
