package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.accounting.internal.engine.Buckets;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads rated usage. What open runs have used so far is handed in by the caller and joins the
/// stored lines inside the statement, so that every answer comes from one place.
@Repository
public class LineStore {
  /// The open runs' lines, one array per column.
  static final String LIVE =
      """
      select run, job, attempt, project, login, pool, model, usage_class, meter, milli_gpus,
             from_at, to_at, billed, price_micros, list_price_micros
        from unnest(:live_run, :live_job, :live_attempt::int[], :live_project, :live_login,
                    :live_pool, :live_model, :live_usage_class, :live_meter,
                    :live_milli_gpus::bigint[], :live_from_at::timestamptz[],
                    :live_to_at::timestamptz[], :live_billed::boolean[],
                    :live_price_micros::bigint[], :live_list_price_micros::bigint[])
             as live (run, job, attempt, project, login, pool, model, usage_class, meter,
                      milli_gpus, from_at, to_at, billed, price_micros, list_price_micros)
      """;

  static final String STORED =
      """
      select i.run, i.job, i.attempt, i.project, i.login, i.pool, i.model, i.usage_class, i.meter,
             i.milli_gpus, coalesce(l.from_at, i.from_at) as from_at,
             coalesce(l.to_at, i.to_at) as to_at, l.billed, l.price_micros,
             coalesce(r.list_price_micros, l.price_micros) as list_price_micros
        from accounting.usage_interval i
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id
        left join accounting.rate r on r.id = l.rate_id
      """;

  static final String IN_TIME =
      """
       where i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
         and i.from_at < :upper::timestamptz and i.to_at > :lower::timestamptz
      """;

  private static final String SUMS =
      """
      , sum(quantity) as quantity,
        coalesce(sum(quantity) filter (where not billed), 0) as unbilled,
        coalesce(sum(quantity) filter (where billed is null), 0) as unrated,
        coalesce(sum(quantity::numeric * price_micros), 0) as charge,
        coalesce(sum(quantity::numeric * list_price_micros), 0) as listed
      """;

  private final JdbcClient jdbc;

  LineStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public List<OpenRun> openRuns() {
    return jdbc.sql("select state from accounting.open_run order by run")
        .query((rs, _) -> RunStateJson.read(rs.getString(1)))
        .list();
  }

  public List<OpenRun> openRunsOf(Collection<JobId> jobs) {
    return jdbc.sql("select state from accounting.open_run where job = any(?) order by run")
        .param(jobs.stream().map(JobId::value).toArray(String[]::new))
        .query((rs, _) -> RunStateJson.read(rs.getString(1)))
        .list();
  }

  /// The rows in order of their keys; the last row is the total, with an empty key.
  public List<Row> report(UsageQuestion question, List<RatedUsage> live) {
    StringBuilder sql = new StringBuilder("with line as (").append(STORED).append(IN_TIME);
    sql.append(" union all ").append(LIVE).append("), cut as (").append(cut(question));
    sql.append(") ").append(select(question, "count(distinct job) as jobs"));
    JdbcClient.StatementSpec statement = bind(jdbc.sql(sql.toString()), live);
    statement = bindTimes(statement, question);
    statement = bindHomes(statement, question.homes());
    statement = bindFilters(statement, question);
    return rows(statement, question);
  }

  /// Groups and sums `cut`, the total last.
  static String select(UsageQuestion question, String jobs) {
    List<String> keys = question.groupBy().stream().map(LineStore::column).toList();
    StringBuilder sql = new StringBuilder("select ");
    sql.append(String.join(", ", withAliases(keys))).append(keys.isEmpty() ? "1 as one" : "");
    sql.append(", ").append(jobs).append(SUMS).append(" from cut");
    if (!keys.isEmpty()) {
      String list = String.join(", ", keys);
      sql.append(" group by grouping sets ((").append(list).append("), ())");
      sql.append(" order by grouping(").append(keys.getFirst()).append("), ").append(list);
    }
    return sql.toString();
  }

  static List<Row> rows(JdbcClient.StatementSpec statement, UsageQuestion question) {
    int keys = question.groupBy().size();
    return statement.query((rs, _) -> row(rs, keys)).list();
  }

  private static List<String> withAliases(List<String> keys) {
    List<String> list = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      list.add(keys.get(i) + " as k" + i);
    }
    return list;
  }

  private static Row row(ResultSet rs, int keys) throws SQLException {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      String value = rs.getString(i + 1);
      if (value != null) {
        key.add(value);
      }
    }
    return new Row(
        key,
        rs.getLong("jobs"),
        new GpuTime(rs.getLong("quantity")),
        new GpuTime(rs.getLong("unbilled")),
        new GpuTime(rs.getLong("unrated")),
        new Charge(rs.getBigDecimal("charge").toBigIntegerExact()),
        new Charge(rs.getBigDecimal("listed").toBigIntegerExact()),
        null);
  }

  /// Lines cut to the buckets, with the columns that can be grouped by. Nothing in it is null but
  /// `billed` and the prices.
  private static String cut(UsageQuestion question) {
    return """
    select line.*, coalesce(department, '') as department, coalesce(team, '') as team,
           coalesce(cost_center, '') as cost_center, label, bucket_from,
           milli_gpus * (extract(epoch from least(to_at, bucket_to)
                                            - greatest(from_at, bucket_from)) * 1000)::bigint
             as quantity
      from line
     cross join lateral generate_series(
             greatest(1, width_bucket(from_at, (select :bucket_from::timestamptz[]))),
             width_bucket(to_at - interval '1 microsecond',
                          (select :bucket_from::timestamptz[]))) as step (number)
      join unnest(:labels, :bucket_from::timestamptz[], :bucket_to::timestamptz[])
           with ordinality as bucket (label, bucket_from, bucket_to, place)
        on place = number
      left join unnest(:home_project, :home_department, :home_team, :home_cost_center)
           as home (home_project, department, team, cost_center)
        on home_project = project
     where from_at < :upper::timestamptz and to_at > :lower::timestamptz
       and (:all_projects or project = any(:projects))
    """
        + filters(question);
  }

  static String filters(UsageQuestion question) {
    StringBuilder sql = new StringBuilder();
    for (Dimension dimension : question.filter().keySet()) {
      String column = filterColumn(dimension);
      sql.append(" and ").append(column).append(" = any(:only_").append(dimension).append(")");
    }
    return sql.toString();
  }

  private static String filterColumn(Dimension dimension) {
    return switch (dimension) {
      case DEPARTMENT, TEAM, COST_CENTER -> "coalesce(" + column(dimension) + ", '')";
      case PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN -> column(dimension);
      case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR ->
          throw new IllegalArgumentException(dimension + " cannot be filtered; use from and to.");
    };
  }

  static String column(Dimension dimension) {
    return switch (dimension) {
      case DEPARTMENT -> "department";
      case TEAM -> "team";
      case COST_CENTER -> "cost_center";
      case PROJECT -> "project";
      case USER -> "login";
      case POOL -> "pool";
      case MODEL -> "model";
      case CLASS -> "usage_class";
      case METER -> "meter";
      case JOB -> "job";
      case RUN -> "run";
      case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> "label";
    };
  }

  /// The spans of time that are grouped by; the whole time when none is.
  public static List<Buckets.Bucket> buckets(UsageQuestion question) {
    return question.groupBy().stream()
        .filter(Dimension::isTime)
        .findFirst()
        .map(
            step ->
                Buckets.of(
                    step, question.from(), question.to(), question.zone(), question.yearStart()))
        .orElse(List.of(new Buckets.Bucket("", question.from(), question.to())));
  }

  private static JdbcClient.StatementSpec bindTimes(
      JdbcClient.StatementSpec statement, UsageQuestion question) {
    List<Buckets.Bucket> buckets = buckets(question);
    return statement
        .param("lower", TimeParameters.at(question.from()))
        .param("upper", TimeParameters.at(question.to()))
        .param("labels", texts(buckets, Buckets.Bucket::label))
        .param("bucket_from", TimeParameters.all(buckets, Buckets.Bucket::from))
        .param("bucket_to", TimeParameters.all(buckets, Buckets.Bucket::to));
  }

  static JdbcClient.StatementSpec bindHomes(
      JdbcClient.StatementSpec statement, Map<String, ProjectHome> homes) {
    return statement
        .param("home_project", homes.keySet().toArray(String[]::new))
        .param("home_department", texts(homes.values(), ProjectHome::department))
        .param("home_team", texts(homes.values(), ProjectHome::team))
        .param("home_cost_center", texts(homes.values(), ProjectHome::costCenter));
  }

  static JdbcClient.StatementSpec bindFilters(
      JdbcClient.StatementSpec statement, UsageQuestion question) {
    JdbcClient.StatementSpec bound =
        switch (question.projects()) {
          case UsageQuestion.Projects.All() ->
              statement.param("all_projects", true).param("projects", new String[0]);
          case UsageQuestion.Projects.Only(var names) ->
              statement
                  .param("all_projects", false)
                  .param("projects", names.toArray(String[]::new));
        };
    for (Map.Entry<Dimension, SortedSet<String>> only : question.filter().entrySet()) {
      bound = bound.param("only_" + only.getKey(), only.getValue().toArray(String[]::new));
    }
    return bound;
  }

  static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement, List<RatedUsage> live) {
    return statement
        .param("live_run", texts(live, line -> line.usage().run().run().value()))
        .param("live_job", texts(live, line -> line.usage().run().job().value()))
        .param("live_attempt", texts(live, line -> "" + line.usage().run().attempt()))
        .param("live_project", texts(live, line -> line.usage().run().project()))
        .param("live_login", texts(live, line -> line.usage().run().user()))
        .param("live_pool", texts(live, line -> line.usage().pool()))
        .param("live_model", texts(live, line -> line.usage().model()))
        .param("live_usage_class", texts(live, line -> line.usage().usageClass().name()))
        .param("live_meter", texts(live, line -> line.usage().meter().name()))
        .param("live_milli_gpus", texts(live, line -> "" + line.usage().milliGpus()))
        .param("live_from_at", TimeParameters.all(live, line -> line.usage().from()))
        .param("live_to_at", TimeParameters.all(live, line -> line.usage().to()))
        .param("live_billed", texts(live, LiveColumns::billed))
        .param("live_price_micros", texts(live, LiveColumns::price))
        .param("live_list_price_micros", texts(live, LiveColumns::list));
  }

  static <T> String[] texts(Collection<T> values, Function<T, @Nullable String> text) {
    return values.stream().map(text).toArray(String[]::new);
  }
}
