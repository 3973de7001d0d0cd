package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads what issued statements are made of: every interval of the month, and of months that are
/// soft closed those that were in the books then.
@Repository
public class StatementStore {
  private static final String USAGE =
      """
      with line as (
        select i.project, i.model, i.pool, i.usage_class, i.meter, i.milli_gpus,
               coalesce(l.from_at, i.from_at) as from_at, coalesce(l.to_at, i.to_at) as to_at,
               l.billed, l.price_micros,
               coalesce(r.list_price_micros, l.price_micros) as list_price_micros
          from accounting.usage_interval i
          left join accounting.soft_closed_month s on s.project = i.project and s.month = :month
          left join accounting.rated_line l
            on l.interval_from = i.from_at and l.interval_id = i.id
           and (s.journal_id is null or l.journal_id <= s.journal_id)
          left join accounting.rate r on r.id = l.rate_id
        %s and (s.interval_id is null or i.id <= s.interval_id)), cut as (
        select *, milli_gpus * (extract(epoch from least(to_at, :upper::timestamptz)
                                - greatest(from_at, :lower::timestamptz)) * 1000)::bigint
                    as quantity
          from line
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz)
      select project, model, pool, usage_class, meter, billed,
             coalesce(price_micros, 0) as price_micros,
             coalesce(list_price_micros, 0) as list_price_micros, sum(quantity) as quantity
        from cut
       group by project, model, pool, usage_class, meter, billed, price_micros,
                list_price_micros
      """
          .formatted(LineStore.IN_TIME);

  private final JdbcClient jdbc;

  StatementStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What was booked for `period`, by project.
  public SortedMap<String, List<Usage>> usage(Period period) {
    SortedMap<String, List<Usage>> usage = new TreeMap<>();
    jdbc.sql(USAGE)
        .param("lower", TimeParameters.at(period.from()))
        .param("upper", TimeParameters.at(period.to()))
        .param("month", period.month().atDay(1))
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
        rs.getLong("list_price_micros"),
        new GpuTime(rs.getLong("quantity")));
  }
}
