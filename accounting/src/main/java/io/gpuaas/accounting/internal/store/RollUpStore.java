package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.StatementLine.Kind;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.RollUp;
import io.gpuaas.core.UsageClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Keeps the sums per hour and day. Takes part in the transaction that books the usage, whose lock
/// lets one writer in at a time.
@Repository
public class RollUpStore {
  private static final String ASKED =
      """
      unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::boolean[], ?::bigint[],
             ?::bigint[])
        as asked (project, pool, model, usage_class, meter, billed, price_micros,
                  list_price_micros)
      """;

  private final DataSource dataSource;
  private final JdbcClient jdbc;

  RollUpStore(DataSource dataSource, JdbcClient jdbc) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
  }

  /// Adds `sums` to those of the books. The partitions of their months exist already.
  void add(RollUp sums) {
    if (sums.hours().isEmpty()) {
      return;
    }
    SortedMap<RollUp.Key, Integer> ids = ids(sums.hours().keySet());
    CopyRows hours = new CopyRows();
    sums.hours()
        .forEach(
            (key, ofKey) ->
                ofKey.forEach(
                    (hour, quantity) ->
                        hours
                            .field(Instant.ofEpochMilli(hour))
                            .field(id(ids, key))
                            .field(quantity)
                            .endRow()));
    hours.writeTo(dataSource, "usage_hour (hour, key_id, quantity)");
    addDays(sums.days(), ids);
  }

  private static int id(SortedMap<RollUp.Key, Integer> ids, RollUp.Key key) {
    Integer id = ids.get(key);
    if (id == null) {
      throw new IllegalStateException("There is no number for " + key);
    }
    return id;
  }

  private void addDays(
      SortedMap<RollUp.Key, SortedMap<Long, Long>> days, SortedMap<RollUp.Key, Integer> ids) {
    List<String> starts = new ArrayList<>();
    List<Integer> keys = new ArrayList<>();
    List<Long> quantities = new ArrayList<>();
    days.forEach(
        (key, ofKey) ->
            ofKey.forEach(
                (day, quantity) -> {
                  starts.add(Instant.ofEpochMilli(day).toString());
                  keys.add(id(ids, key));
                  quantities.add(quantity);
                }));
    jdbc.sql(
            """
            insert into accounting.usage_day as kept (day, key_id, quantity)
            select day, key_id, quantity
              from unnest(?::timestamptz[], ?::int[], ?::bigint[]) as new (day, key_id, quantity)
            on conflict (day, key_id) do update set quantity = kept.quantity + excluded.quantity
            """)
        .params(
            starts.toArray(String[]::new),
            keys.toArray(Integer[]::new),
            quantities.toArray(Long[]::new))
        .update();
  }

  private SortedMap<RollUp.Key, Integer> ids(Collection<RollUp.Key> keys) {
    Object[] columns = columns(keys);
    jdbc.sql(
            """
            insert into accounting.usage_key (project, pool, model, usage_class, meter, billed,
              price_micros, list_price_micros)
            select asked.* from %s
             where not exists (select 1 from accounting.usage_key k where %s)
            on conflict do nothing
            """
                .formatted(ASKED, SAME))
        .params(columns)
        .update();
    SortedMap<RollUp.Key, Integer> ids = new TreeMap<>();
    jdbc.sql("select k.* from %s join accounting.usage_key k on %s".formatted(ASKED, SAME))
        .params(columns)
        .query(
            rs -> {
              ids.put(key(rs), rs.getInt("id"));
            });
    return ids;
  }

  private static final String SAME =
      """
      k.project = asked.project and k.pool = asked.pool and k.model = asked.model
        and k.usage_class = asked.usage_class and k.meter = asked.meter
        and k.billed is not distinct from asked.billed
        and k.price_micros is not distinct from asked.price_micros
        and k.list_price_micros is not distinct from asked.list_price_micros
      """;

  private static Object[] columns(Collection<RollUp.Key> keys) {
    return new Object[] {
      texts(keys, RollUp.Key::project),
      texts(keys, RollUp.Key::pool),
      texts(keys, RollUp.Key::model),
      texts(keys, key -> key.usageClass().name()),
      texts(keys, key -> key.meter().name()),
      texts(keys, RollUpStore::billed),
      texts(keys, key -> key.kind() == Kind.UNRATED ? null : Long.toString(key.priceMicros())),
      texts(keys, key -> key.kind() == Kind.UNRATED ? null : Long.toString(key.listMicros()))
    };
  }

  private static String[] texts(
      Collection<RollUp.Key> keys, Function<RollUp.Key, @Nullable String> text) {
    return keys.stream().map(text).toArray(String[]::new);
  }

  private static @Nullable String billed(RollUp.Key key) {
    return switch (key.kind()) {
      case BILLED -> "true";
      case FREE -> "false";
      case UNRATED -> null;
    };
  }

  static Kind kind(ResultSet rs) throws SQLException {
    boolean billed = rs.getBoolean("billed");
    if (rs.wasNull()) {
      return Kind.UNRATED;
    }
    return billed ? Kind.BILLED : Kind.FREE;
  }

  private static RollUp.Key key(ResultSet rs) throws SQLException {
    return new RollUp.Key(
        rs.getString("project"),
        rs.getString("pool"),
        rs.getString("model"),
        UsageClass.valueOf(rs.getString("usage_class")),
        UsageMeter.valueOf(rs.getString("meter")),
        kind(rs),
        rs.getLong("price_micros"),
        rs.getLong("list_price_micros"));
  }

  /// Rows of the sums, by key and day, that the intervals do not add up to.
  static final String DIFFERENCES =
      """
      with line as (
        select i.project, i.pool, i.model, i.usage_class, i.meter, l.billed, l.price_micros,
               case when l.billed then coalesce(r.list_price_micros, l.price_micros)
                    else l.price_micros end as list_price_micros, i.milli_gpus,
               coalesce(l.from_at, i.from_at) as from_at,
               coalesce(l.to_at, i.to_at) as to_at
          from accounting.usage_interval i
          left join accounting.rated_line l
            on l.interval_from = i.from_at and l.interval_id = i.id
          left join accounting.rate r on r.id = l.rate_id),
      counted as (
        select project, pool, model, usage_class, meter, billed, price_micros,
               list_price_micros, day,
               sum(milli_gpus * (extract(epoch from least(to_at, day + interval '1 day')
                                                    - greatest(from_at, day)) * 1000)::bigint)
                 as quantity
          from line
         cross join lateral generate_series(date_trunc('day', from_at, 'UTC'),
                 to_at - interval '1 microsecond', interval '1 day') as day
         group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
      kept as (
        select k.project, k.pool, k.model, k.usage_class, k.meter, k.billed, k.price_micros,
               k.list_price_micros,
               coalesce(d.day, h.day) as day, coalesce(d.quantity, 0) as by_day,
               coalesce(h.quantity, 0) as by_hour
          from (select date_trunc('day', hour, 'UTC') as day, key_id, sum(quantity) as quantity
                  from accounting.usage_hour group by 1, 2) h
          full join accounting.usage_day d on d.day = h.day and d.key_id = h.key_id
          join accounting.usage_key k on k.id = coalesce(d.key_id, h.key_id))
      select coalesce(c.project, k.project) as project, coalesce(c.model, k.model) as model,
             coalesce(c.day, k.day)::text as day, coalesce(c.quantity, 0)::text as intervals,
             coalesce(k.by_day, 0)::text as day_sum, coalesce(k.by_hour, 0)::text as hour_sum
        from counted c
        full join kept k
          on k.project = c.project and k.pool = c.pool and k.model = c.model
         and k.usage_class = c.usage_class and k.meter = c.meter and k.day = c.day
         and coalesce(k.billed::text, '') = coalesce(c.billed::text, '')
         and coalesce(k.price_micros, -1) = coalesce(c.price_micros, -1)
         and coalesce(k.list_price_micros, -1) = coalesce(c.list_price_micros, -1)
       where coalesce(c.quantity, 0) <> coalesce(k.by_day, 0)
          or coalesce(c.quantity, 0) <> coalesce(k.by_hour, 0)
      """;
}
