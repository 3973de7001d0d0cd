package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads what issued statements are made of: every interval of the month.
@Repository
public class StatementStore {
  private static final String USAGE =
      """
      with line as (%s %s), cut as (
        select *, milli_gpus * (extract(epoch from least(to_at, :upper::timestamptz)
                                - greatest(from_at, :lower::timestamptz)) * 1000)::bigint
                    as quantity
          from line
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz)
      select project, model, pool, usage_class, meter, billed,
             coalesce(price_micros, 0) as price_micros, sum(quantity) as quantity
        from cut
       group by project, model, pool, usage_class, meter, billed, price_micros
      """
          .formatted(LineStore.STORED, LineStore.IN_TIME);

  private final JdbcClient jdbc;

  StatementStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What was booked for `[from, to)`, by project.
  public SortedMap<String, List<Usage>> usage(Instant from, Instant to) {
    SortedMap<String, List<Usage>> usage = new TreeMap<>();
    jdbc.sql(USAGE)
        .param("lower", from.toString())
        .param("upper", to.toString())
        .query(
            rs -> {
              usage.computeIfAbsent(rs.getString("project"), _ -> new ArrayList<>()).add(row(rs));
            });
    return usage;
  }

  static Usage row(ResultSet rs) throws SQLException {
    return new Usage(
        rs.getString("model"),
        rs.getString("pool"),
        UsageClass.valueOf(rs.getString("usage_class")),
        UsageMeter.valueOf(rs.getString("meter")),
        RollUpStore.kind(rs),
        rs.getLong("price_micros"),
        new GpuTime(rs.getLong("quantity")));
  }
}
