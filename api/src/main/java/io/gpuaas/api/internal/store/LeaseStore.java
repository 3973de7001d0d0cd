package io.gpuaas.api.internal.store;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Until when somebody vouches for a job.
@Repository
public class LeaseStore {
  private final JdbcClient jdbc;

  LeaseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The lease of one job.
  public record Lease(JobId job, int seconds, Instant expiresAt, String renewedBy) {}

  public Optional<Lease> find(JobId job) {
    return jdbc.sql("select job, seconds, expires_at, renewed_by from identity.lease where job = ?")
        .param(job.value())
        .query(LeaseStore::lease)
        .optional();
  }

  public void put(Lease lease) {
    jdbc.sql(
            """
            insert into identity.lease (job, seconds, expires_at, renewed_by) values (?, ?, ?, ?)
            on conflict (job) do update set seconds = excluded.seconds,
              expires_at = excluded.expires_at, renewed_by = excluded.renewed_by\
            """)
        .params(
            lease.job().value(),
            lease.seconds(),
            AccountStore.utc(lease.expiresAt()),
            lease.renewedBy())
        .update();
  }

  public boolean delete(JobId job) {
    return jdbc.sql("delete from identity.lease where job = ?").param(job.value()).update() == 1;
  }

  /// Takes out leases that ended before `now`. Those that another process takes are passed over.
  public List<Lease> takeLapsed(Instant now, int most) {
    return jdbc.sql(
            """
            delete from identity.lease where job in (
              select job from identity.lease where expires_at < ? order by expires_at limit ?
              for update skip locked)
            returning job, seconds, expires_at, renewed_by\
            """)
        .params(AccountStore.utc(now), most)
        .query(LeaseStore::lease)
        .list();
  }

  private static Lease lease(java.sql.ResultSet row, int ignored) throws java.sql.SQLException {
    return new Lease(
        new JobId(row.getString("job")),
        row.getInt("seconds"),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        row.getString("renewed_by"));
  }
}
