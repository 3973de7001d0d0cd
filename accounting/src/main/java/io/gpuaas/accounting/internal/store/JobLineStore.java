package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries.RunCost;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads what single jobs have used, over all time.
@Repository
public class JobLineStore {
  private static final String RUNS =
      """
      with line as (%s where i.job = any(:jobs) union all %s), piece as (
        select *, milli_gpus * (extract(epoch from to_at - from_at) * 1000)::bigint as quantity
          from line)
      select job, run, attempt, sum(quantity) as quantity,
             coalesce(sum(quantity) filter (where not billed), 0) as unbilled,
             coalesce(sum(quantity) filter (where billed is null), 0) as unrated,
             coalesce(sum(quantity::numeric * price_micros), 0) as charge
        from piece group by job, run, attempt order by job, attempt, run
      """
          .formatted(LineStore.STORED, LineStore.LIVE);

  private final JdbcClient jdbc;

  JobLineStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The runs of `jobs` in order of attempt; jobs that never held anything are missing.
  public Map<JobId, List<RunCost>> runsOf(Collection<JobId> jobs, List<RatedUsage> live) {
    Map<JobId, List<RunCost>> runs = new TreeMap<>();
    LineStore.bind(jdbc.sql(RUNS), live)
        .param("jobs", LineStore.texts(jobs, JobId::value))
        .query(
            rs -> {
              RunCost cost =
                  new RunCost(
                      new RunId(rs.getString("run")),
                      rs.getInt("attempt"),
                      new GpuTime(rs.getLong("quantity")),
                      new GpuTime(rs.getLong("unbilled")),
                      new GpuTime(rs.getLong("unrated")),
                      new Charge(rs.getBigDecimal("charge").toBigIntegerExact()));
              runs.computeIfAbsent(new JobId(rs.getString("job")), _ -> new ArrayList<>())
                  .add(cost);
            });
    return runs;
  }
}
