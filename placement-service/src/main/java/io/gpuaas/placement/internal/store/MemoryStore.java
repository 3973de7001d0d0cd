package io.gpuaas.placement.internal.store;

import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.placement.internal.lifecycle.PastRuns;
import io.gpuaas.placement.internal.lifecycle.PastRuns.PastRun;
import io.gpuaas.placement.internal.lifecycle.SpentShares;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What the scheduler remembers of the past, read from the runs and the usage events there were: a
/// restart forgets nothing.
@Repository
public class MemoryStore {
  /// Use that is older has less than a millionth of its weight left.
  private static final long HALF_LIVES = 20;

  private final JdbcClient jdbc;
  private final PlacementJson json;

  MemoryStore(JdbcClient jdbc, PlacementJson json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  public WorldMemory load(SchedulingPolicy policy) {
    return new WorldMemory(
        claims(), PastRuns.evictions(pastRuns(), policy.evictions()), spending(policy));
  }

  /// Jobs that wait and that others were told to stop for since they do.
  private SortedMap<JobId, Instant> claims() {
    SortedMap<JobId, Instant> claims = new TreeMap<>();
    jdbc.sql(
            """
            select r.claimant, max(coalesce(r.released_at, r.stopping_at)) as since
            from placement.run r join placement.job j on j.id = r.claimant
            where j.live and j.phase = 'QUEUED' and r.stopping_at >= j.phase_since
            group by r.claimant
            """)
        .query(
            (row, index) ->
                claims.put(new JobId(row.getString("claimant")), Columns.instant(row, "since")))
        .list();
    return claims;
  }

  /// Runs of live jobs that were told to stop or are over, oldest first.
  private List<PastRun> pastRuns() {
    return jdbc.sql(
            """
            select r.job_id, r.bound_at, r.stopping_at, r.checkpoint_at, r.claimant is not null
                as preempted, (j.spec ->> 'checkpointEveryMillis')::bigint as every
            from placement.run r join placement.job j on j.id = r.job_id
            where j.live and (r.stopping_at is not null or r.released_at is not null)
            order by r.job_id, r.attempt
            """)
        .query(
            (row, index) ->
                new PastRun(
                    new JobId(row.getString("job_id")),
                    Columns.instant(row, "bound_at"),
                    Columns.instantOrNull(row, "stopping_at"),
                    Columns.instantOrNull(row, "checkpoint_at"),
                    row.getLong("every"),
                    row.getBoolean("preempted")))
        .list();
  }

  private SortedMap<String, WorldMemory.Spent> spending(SchedulingPolicy policy) {
    if (!policy.order().countsPast()) {
      return WorldMemory.NONE.spending();
    }
    long halfLife = policy.order().halfLifeMillis();
    SpentShares shares = new SpentShares(halfLife);
    jdbc
        .sql(
            """
            with recent as (
                select coalesce(max(at), now()) - make_interval(secs => ?) as since
                from placement.usage_event),
            held as (
                select min(r.bound_at) as since from placement.run r, recent
                where r.released_at is null or r.released_at >= recent.since)
            select u.payload from placement.usage_event u, recent, held
            where u.at >= least(recent.since, held.since) order by u.seq
            """)
        .param(HALF_LIVES * halfLife / 1000.0)
        .query((row, index) -> row.getString("payload"))
        .stream()
        .forEach(payload -> shares.apply(json.read(payload, UsageEvent.class)));
    return shares.spent();
  }
}
