package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Charge;
import io.gpuaas.core.JobId;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The most that jobs may cost.
@Repository
public class CostLimitStore {
  private final JdbcClient jdbc;

  CostLimitStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A limit as it is kept.
  public record Kept(JobId job, Charge most, long noticeMillis, @Nullable Instant stoppedAt) {}

  public boolean isAnySet() {
    return jdbc.sql("select exists (select 1 from accounting.cost_limit where stopped_at is null)")
        .query(Boolean.class)
        .single();
  }

  public void put(JobId job, Charge most, long noticeMillis) {
    jdbc.sql(
            """
            insert into accounting.cost_limit (job, most, notice_millis) values (?, ?, ?)
            on conflict (job) do update set most = excluded.most,
              notice_millis = excluded.notice_millis
            """)
        .params(job.value(), new BigDecimal(most.units()), noticeMillis)
        .update();
  }

  public boolean delete(JobId job) {
    return jdbc.sql("delete from accounting.cost_limit where job = ?").param(job.value()).update()
        == 1;
  }

  public void markStopped(JobId job, Instant at) {
    jdbc.sql("update accounting.cost_limit set stopped_at = ? where job = ?")
        .params(TimeParameters.at(at), job.value())
        .update();
  }

  public List<Kept> of(Collection<JobId> jobs) {
    return jdbc.sql("select * from accounting.cost_limit where job = any(?) order by job")
        .param(LineStore.texts(jobs, JobId::value))
        .query(CostLimitStore::kept)
        .list();
  }

  /// Limits of jobs that hold GPUs and were not told to stop.
  public List<Kept> live() {
    return jdbc.sql(
            """
            select * from accounting.cost_limit l
             where stopped_at is null
               and exists (select 1 from accounting.open_run o where o.job = l.job)
             order by job
            """)
        .query(CostLimitStore::kept)
        .list();
  }

  private static Kept kept(ResultSet rs, int row) throws SQLException {
    OffsetDateTime stopped = rs.getObject("stopped_at", OffsetDateTime.class);
    return new Kept(
        new JobId(rs.getString("job")),
        new Charge(rs.getBigDecimal("most").toBigIntegerExact()),
        rs.getLong("notice_millis"),
        stopped == null ? null : stopped.toInstant());
  }
}
