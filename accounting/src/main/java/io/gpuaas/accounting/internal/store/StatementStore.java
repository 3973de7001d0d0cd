package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads what statements are made of.
@Repository
public class StatementStore {
  private static final String USAGE =
      """
      with line as (%s %s union all %s), cut as (
        select *, milli_gpus * (extract(epoch from least(to_at, :upper::timestamptz)
                                - greatest(from_at, :lower::timestamptz)) * 1000)::bigint
                    as quantity
          from line
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz)
      select project, model, pool, usage_class, meter, billed,
             coalesce(price_micros, 0) as price_micros, sum(quantity) as quantity
        from cut
       where :project::text is null or project = :project
       group by project, model, pool, usage_class, meter, billed, price_micros
      """
          .formatted(LineStore.STORED, LineStore.IN_TIME, LineStore.LIVE);

  private final JdbcClient jdbc;

  StatementStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What all projects used in `[from, to)`, by project.
  public SortedMap<String, List<Usage>> usage(Instant from, Instant to, List<RatedUsage> live) {
    return usage(from, to, live, null);
  }

  /// What `project` used in `[from, to)`.
  public List<Usage> usageOf(String project, Instant from, Instant to, List<RatedUsage> live) {
    return usage(from, to, live, project).getOrDefault(project, List.of());
  }

  private SortedMap<String, List<Usage>> usage(
      Instant from, Instant to, List<RatedUsage> live, @Nullable String project) {
    Map<String, List<Usage>> usage = new TreeMap<>();
    LineStore.bind(jdbc.sql(USAGE), live)
        .param("lower", from.toString())
        .param("upper", to.toString())
        .param("project", project)
        .query(
            rs -> {
              usage.computeIfAbsent(rs.getString("project"), _ -> new ArrayList<>()).add(row(rs));
            });
    return new TreeMap<>(usage);
  }

  private static Usage row(ResultSet rs) throws SQLException {
    boolean billed = rs.getBoolean("billed");
    StatementLine.Kind kind =
        rs.wasNull()
            ? StatementLine.Kind.UNRATED
            : billed ? StatementLine.Kind.BILLED : StatementLine.Kind.FREE;
    return new Usage(
        rs.getString("model"),
        rs.getString("pool"),
        UsageClass.valueOf(rs.getString("usage_class")),
        UsageMeter.valueOf(rs.getString("meter")),
        kind,
        rs.getLong("price_micros"),
        new GpuTime(rs.getLong("quantity")));
  }
}
