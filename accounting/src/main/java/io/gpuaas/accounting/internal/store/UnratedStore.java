package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.RollUp;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.RunRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The queue of intervals that no rate covers.
@Repository
public class UnratedStore {
  private final DataSource dataSource;
  private final JdbcClient jdbc;
  private final RollUpStore rollUps;

  UnratedStore(DataSource dataSource, JdbcClient jdbc, RollUpStore rollUps) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
    this.rollUps = rollUps;
  }

  /// An interval of the books without a price.
  public record Unrated(long id, UsageInterval usage) {}

  /// What a part of such an interval costs after all.
  public record LateLine(Unrated interval, RatedUsage part, long journalId) {}

  public List<Unrated> all() {
    return jdbc.sql(
            """
            select i.* from accounting.usage_interval i
             where not exists (select 1 from accounting.rated_line l
                                where l.interval_from = i.from_at and l.interval_id = i.id)
             order by i.from_at, i.id
            """)
        .query((rs, _) -> new Unrated(rs.getLong("id"), interval(rs)))
        .list();
  }

  static UsageInterval interval(ResultSet rs) throws SQLException {
    RunRef run =
        new RunRef(
            new RunId(rs.getString("run")),
            new JobId(rs.getString("job")),
            rs.getInt("attempt"),
            rs.getString("job_name"),
            rs.getString("project"),
            rs.getString("login"));
    return new UsageInterval(
        run,
        rs.getString("pool"),
        rs.getString("model"),
        UsageClass.valueOf(rs.getString("usage_class")),
        UsageMeter.valueOf(rs.getString("meter")),
        rs.getLong("milli_gpus"),
        RateStore.instant(rs, "from_at"),
        RateStore.instant(rs, "to_at"));
  }

  public void add(List<LateLine> lines) {
    CopyRows rows = new CopyRows();
    for (LateLine line : lines) {
      if (line.part().pricing() instanceof Pricing.Priced(long rate, int version, long price, _)) {
        UsageInterval usage = line.part().usage();
        rows.field(line.interval().id())
            .field(line.interval().usage().from())
            .field(usage.from())
            .field(usage.to())
            .field(usage.milliGpus())
            .field(true)
            .field(rate)
            .field(version)
            .field(price)
            .field(line.part().charge().units())
            .field(line.journalId())
            .endRow();
      }
    }
    rows.writeTo(dataSource, BookStore.RATED_LINE);
    rollUps.add(RollUp.ofLatePrices(lines.stream().map(LateLine::part).toList()));
  }
}
