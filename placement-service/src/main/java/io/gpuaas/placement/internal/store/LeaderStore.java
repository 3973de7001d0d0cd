package io.gpuaas.placement.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The one row that says who leads. Times are the database's own, so replicas' clocks do not
/// matter.
@Repository
public class LeaderStore {
  private final JdbcClient client;

  LeaderStore(JdbcClient client) {
    this.client = client;
  }

  /// Takes or keeps the lead: the new epoch when `holder` took it, its present epoch when it had
  /// it, empty when another one's lease is still good.
  public OptionalLong take(String holder, Duration lease) {
    return client
        .sql(
            """
            update placement.leader set holder = ?,
                epoch = epoch + case when holder = ? then 0 else 1 end,
                renewed_at = clock_timestamp()
            where id = 1 and (holder = ?
                or renewed_at < clock_timestamp() - make_interval(secs => ?))
            returning epoch
            """)
        .params(holder, holder, holder, lease.toMillis() / 1000.0)
        .query(Long.class)
        .optional()
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /// Gives the lead up, so that another replica need not wait for the lease to run out.
  public void release(String holder) {
    client
        .sql(
            """
            update placement.leader set holder = '', renewed_at = 'epoch'
            where id = 1 and holder = ?
            """)
        .param(holder)
        .update();
  }

  /// Who leads, and since when it was last heard of.
  public record Lead(String holder, long epoch, Instant renewedAt) {}

  public Lead read() {
    return client
        .sql("select holder, epoch, renewed_at from placement.leader where id = 1")
        .query(
            (row, index) ->
                new Lead(row.getString(1), row.getLong(2), Columns.instant(row, "renewed_at")))
        .single();
  }
}
