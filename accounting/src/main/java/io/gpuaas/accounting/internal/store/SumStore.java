package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.accounting.internal.engine.Buckets;
import io.gpuaas.accounting.internal.engine.RollUpSpans;
import io.gpuaas.accounting.internal.engine.RollUpSpans.Span;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Answers from the sums per hour and day, and from single intervals only where the asked time cuts
/// an hour.
///
/// Is equivalent to [LineStore], which reads all intervals, and is tested against it; but it knows
/// neither jobs nor users.
@Repository
public class SumStore {
  /// Sums of days or hours, by what is asked for.
  private static final String SUMS =
      """
      select width_bucket(s.%1$s, (select :bucket_from::timestamptz[])) as number, %3$s,
             k.billed, k.price_micros, k.list_price_micros, sum(s.quantity) as quantity
        from unnest(:%1$s_from::timestamptz[], :%1$s_to::timestamptz[]) as span (lower, upper)
        join accounting.%2$s s on s.%1$s >= span.lower and s.%1$s < span.upper
         and s.%1$s >= date_trunc('%1$s', :lower::timestamptz, 'UTC')
         and s.%1$s < :upper::timestamptz
        join accounting.usage_key k on k.id = s.key_id
       group by 1, 2, 3, 4, 5, 6, k.billed, k.price_micros, k.list_price_micros
      """;

  /// Lines of the rest, cut to its spans.
  private static final String REST =
      """
      select i.project, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus,
             greatest(coalesce(l.from_at, i.from_at), span.lower) as from_at,
             least(coalesce(l.to_at, i.to_at), span.upper) as to_at, l.billed, l.price_micros,
             coalesce(r.list_price_micros, l.price_micros) as list_price_micros
        from unnest(:rest_from::timestamptz[], :rest_to::timestamptz[]) as span (lower, upper)
        join accounting.usage_interval i
          on i.from_at >= date_trunc('month', span.lower, 'UTC') and i.from_at < span.upper
         and i.to_at > span.lower
         and i.from_at >= date_trunc('month', :lower::timestamptz, 'UTC')
         and i.from_at < :upper::timestamptz
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id
        left join accounting.rate r on r.id = l.rate_id
       where coalesce(l.from_at, i.from_at) < span.upper
         and coalesce(l.to_at, i.to_at) > span.lower
      union all
      """;

  @SuppressWarnings("InlineFormatString")
  private static final String PIECES =
      """
      with line as (%s
        select project, pool, model, usage_class, meter, milli_gpus,
               greatest(from_at, :lower::timestamptz) as from_at,
               least(to_at, :upper::timestamptz) as to_at, billed, price_micros, list_price_micros
          from (%s) live
         where from_at < :upper::timestamptz and to_at > :lower::timestamptz),
      piece as (
        select number, project, pool, model, usage_class, meter, billed, price_micros,
               list_price_micros, milli_gpus * (extract(epoch from least(to_at, bucket_to)
                                              - greatest(from_at, bucket_from)) * 1000)::bigint
                 as quantity
          from line
         cross join lateral generate_series(
                 width_bucket(from_at, (select :bucket_from::timestamptz[])),
                 width_bucket(to_at - interval '1 microsecond',
                              (select :bucket_from::timestamptz[]))) as step (number)
          join unnest(:bucket_from::timestamptz[], :bucket_to::timestamptz[])
               with ordinality as b (bucket_from, bucket_to, place) on place = number
        %s)
      """;

  private static final List<String> COLUMNS =
      List.of("project", "pool", "model", "usage_class", "meter");

  private final JdbcClient jdbc;

  SumStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Whether the sums tell enough for `question`.
  public static boolean answers(UsageQuestion question) {
    return Stream.concat(question.groupBy().stream(), question.filter().keySet().stream())
        .noneMatch(SumStore::isFiner);
  }

  private static boolean isFiner(Dimension dimension) {
    return dimension == Dimension.USER || dimension == Dimension.JOB || dimension == Dimension.RUN;
  }

  /// As [LineStore#report], for questions that it [#answers]; jobs are not counted.
  public List<Row> report(UsageQuestion question, List<RatedUsage> live) {
    List<Buckets.Bucket> buckets = LineStore.buckets(question);
    String source =
        """
        , cut as (
          select piece.*, (select :labels::text[])[number] as label,
                 coalesce(department, '') as department, coalesce(team, '') as team,
                 coalesce(cost_center, '') as cost_center
            from piece
            left join unnest(:home_project, :home_department, :home_team, :home_cost_center)
                 as home (home_project, department, team, cost_center)
              on home_project = project
           where quantity <> 0 and (:all_projects or project = any(:projects))
        """;
    RollUpSpans spans = RollUpSpans.of(buckets);
    String sql =
        pieces(spans, columns(question))
            + source
            + LineStore.filters(question)
            + ") "
            + LineStore.select(question, "0 as jobs");
    JdbcClient.StatementSpec statement = LineStore.bind(jdbc.sql(sql), live);
    statement = bind(statement, buckets, spans);
    statement = LineStore.bindHomes(statement, question.homes());
    statement = LineStore.bindFilters(statement, question);
    return LineStore.rows(statement, question);
  }

  /// The columns that the answer depends on.
  private static List<String> columns(UsageQuestion question) {
    TreeSet<String> columns = new TreeSet<>();
    Stream.concat(question.groupBy().stream(), question.filter().keySet().stream())
        .forEach(
            dimension -> {
              switch (dimension) {
                case DEPARTMENT, TEAM, COST_CENTER -> columns.add("project");
                case PROJECT, POOL, MODEL, CLASS, METER, USER, JOB, RUN ->
                    columns.add(LineStore.column(dimension));
                case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> {}
              }
            });
    if (question.projects() instanceof UsageQuestion.Projects.Only) {
      columns.add("project");
    }
    return List.copyOf(columns);
  }

  private static String pieces(RollUpSpans spans, List<String> columns) {
    List<String> names = new ArrayList<>();
    for (String column : COLUMNS) {
      names.add(columns.contains(column) ? "k." + column : "''::text as " + column);
    }
    String list = String.join(", ", names);
    StringBuilder sums = new StringBuilder();
    if (!spans.days().isEmpty()) {
      sums.append(" union all ").append(SUMS.formatted("day", "usage_day", list));
    }
    if (!spans.hours().isEmpty()) {
      sums.append(" union all ").append(SUMS.formatted("hour", "usage_hour", list));
    }
    return PIECES.formatted(spans.rest().isEmpty() ? "" : REST, LineStore.LIVE, sums);
  }

  private static JdbcClient.StatementSpec bind(
      JdbcClient.StatementSpec statement, List<Buckets.Bucket> buckets, RollUpSpans spans) {
    JdbcClient.StatementSpec bound =
        statement
            .param("lower", TimeParameters.at(buckets.getFirst().from()))
            .param("upper", TimeParameters.at(buckets.getLast().to()))
            .param("labels", LineStore.texts(buckets, Buckets.Bucket::label))
            .param("bucket_from", TimeParameters.all(buckets, Buckets.Bucket::from))
            .param("bucket_to", TimeParameters.all(buckets, Buckets.Bucket::to));
    bound = bind(bound, "day", spans.days());
    bound = bind(bound, "hour", spans.hours());
    return bind(bound, "rest", spans.rest());
  }

  private static JdbcClient.StatementSpec bind(
      JdbcClient.StatementSpec statement, String name, List<Span> spans) {
    return statement
        .param(name + "_from", TimeParameters.all(spans, Span::from))
        .param(name + "_to", TimeParameters.all(spans, Span::to));
  }

  /// What all projects, or only `project`, used in `[from, to)`, as statements list it.
  public SortedMap<String, List<Usage>> usage(
      Instant from, Instant to, List<RatedUsage> live, @Nullable String project) {
    List<Buckets.Bucket> whole = List.of(new Buckets.Bucket("", from, to));
    RollUpSpans spans = RollUpSpans.of(whole);
    String sql =
        pieces(spans, COLUMNS)
            + """
            select project, model, pool, usage_class, meter, billed,
                   coalesce(price_micros, 0) as price_micros,
                   coalesce(list_price_micros, 0) as list_price_micros, sum(quantity) as quantity
              from piece
             where :project::text is null or project = :project
             group by project, model, pool, usage_class, meter, billed, price_micros,
                      list_price_micros
            having sum(quantity) <> 0
            """;
    SortedMap<String, List<Usage>> usage = new TreeMap<>();
    bind(LineStore.bind(jdbc.sql(sql), live), whole, spans)
        .param("project", project)
        .query(
            rs -> {
              usage
                  .computeIfAbsent(rs.getString("project"), _ -> new ArrayList<>())
                  .add(StatementStore.row(rs));
            });
    return usage;
  }
}
