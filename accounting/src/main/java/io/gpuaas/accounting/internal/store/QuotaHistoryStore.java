package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.internal.engine.QuotaTimes.Change;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Changes of what projects are guaranteed.
@Repository
public class QuotaHistoryStore {
  private final JdbcClient jdbc;

  QuotaHistoryStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// In the order in which they were made.
  public List<Change> changes() {
    return jdbc.sql("select * from accounting.nominal_quota order by id")
        .query(
            (rs, _) ->
                new Change(
                    RateStore.instant(rs, "at"),
                    new Guarantee(
                        rs.getString("project"),
                        rs.getString("pool"),
                        rs.getLong("milli_gpus"),
                        rs.getLong("lendable_milli_gpus"),
                        rs.getString("cohort"))))
        .list();
  }

  public boolean isEmpty() {
    return jdbc.sql("select not exists (select 1 from accounting.nominal_quota)")
        .query(Boolean.class)
        .single();
  }

  public void add(Instant at, Guarantee it) {
    jdbc.sql(
            """
            insert into accounting.nominal_quota (at, project, pool, milli_gpus,
              lendable_milli_gpus, cohort) values (?, ?, ?, ?, ?, ?)
            """)
        .params(
            TimeParameters.at(at),
            it.project(),
            it.pool(),
            it.milliGpus(),
            it.lendableMilliGpus(),
            it.cohort())
        .update();
  }
}
