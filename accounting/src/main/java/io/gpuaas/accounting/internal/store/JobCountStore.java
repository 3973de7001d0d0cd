package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Counts jobs, each once in each group, without looking at prices: from when they used something,
/// and from their intervals only where a job used something before and after the asked time.
@Repository
public class JobCountStore {
  @SuppressWarnings("InlineFormatString")
  private static final String LINES =
      """
      with line as (
        %s
        union all
        select job, project, login, pool, model, usage_class, meter
          from (%s) live
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz),
      cut as (
        select line.*, coalesce(department, '') as department, coalesce(team, '') as team,
               coalesce(cost_center, '') as cost_center
          from line
          left join unnest(:home_project, :home_department, :home_team, :home_cost_center)
               as home (home_project, department, team, cost_center)
            on home_project = project
         where (:all_projects or project = any(:projects))
      """;

  private static final String FROM_SPANS =
      """
      select s.job, k.project, k.login, k.pool, k.model, k.usage_class, '' as meter
        from accounting.usage_job s join accounting.job_key k on k.id = s.key_id
       where s.month >= date_trunc('month', :lower::timestamptz, 'UTC')
         and s.month < :upper::timestamptz
         and s.first_at < :upper::timestamptz and s.last_at > :lower::timestamptz
         and (s.first_at >= :lower::timestamptz or s.last_at <= :upper::timestamptz
           or exists (
             select 1 from accounting.usage_interval i
              where i.job = s.job and i.from_at >= s.month and i.from_at < :upper::timestamptz
                and i.to_at > :lower::timestamptz and i.project = k.project
                and i.login = k.login and i.pool = k.pool and i.model = k.model
                and i.usage_class = k.usage_class))
      """;

  private static final String FROM_INTERVALS =
      """
      select i.job, i.project, i.login, i.pool, i.model, i.usage_class, i.meter
        from accounting.usage_interval i
      """
          + LineStore.IN_TIME;

  private final JdbcClient jdbc;

  JobCountStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Whether the groups of `question` are not cut by time.
  public static boolean answers(UsageQuestion question) {
    return question.groupBy().stream().noneMatch(Dimension::isTime);
  }

  /// Jobs by key; the empty key has all of them.
  public Map<List<String>, Long> count(UsageQuestion question, List<RatedUsage> live) {
    List<String> keys = question.groupBy().stream().map(LineStore::column).toList();
    String list = String.join(", ", keys);
    String comma = keys.isEmpty() ? "" : ", ";
    boolean byMeter =
        question.groupBy().contains(Dimension.METER)
            || question.filter().containsKey(Dimension.METER);
    String stored = byMeter ? FROM_INTERVALS : FROM_SPANS;
    StringBuilder sql = new StringBuilder(LINES.formatted(stored, LineStore.LIVE));
    sql.append(LineStore.filters(question));
    sql.append("), one as materialized (select distinct ").append(list).append(comma);
    sql.append("job from cut) select ");
    keys.forEach(_ -> sql.append("null, "));
    sql.append("count(*) as jobs from (select job from one group by job) each_once");
    if (!keys.isEmpty()) {
      sql.append(" union all select ").append(list).append(", count(*) from one group by ");
      sql.append(list);
    }
    JdbcClient.StatementSpec statement = LineStore.bind(jdbc.sql(sql.toString()), live);
    statement =
        statement
            .param("lower", TimeParameters.at(question.from()))
            .param("upper", TimeParameters.at(question.to()));
    statement = LineStore.bindHomes(statement, question.homes());
    statement = LineStore.bindFilters(statement, question);
    Map<List<String>, Long> counts = new TreeMap<>(JobCountStore::compare);
    statement.query(
        rs -> {
          List<String> key = new ArrayList<>();
          for (int i = 0; i < keys.size(); i++) {
            String value = rs.getString(i + 1);
            if (value != null) {
              key.add(value);
            }
          }
          counts.put(key, rs.getLong("jobs"));
        });
    return counts;
  }

  private static int compare(List<String> one, List<String> other) {
    int bySize = Integer.compare(one.size(), other.size());
    for (int i = 0; bySize == 0 && i < one.size(); i++) {
      int byPart = one.get(i).compareTo(other.get(i));
      if (byPart != 0) {
        return byPart;
      }
    }
    return bySize;
  }
}
