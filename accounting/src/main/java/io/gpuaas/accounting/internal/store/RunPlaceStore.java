package io.gpuaas.accounting.internal.store;

import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.UsageEvent.RunPlaced;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Where runs held their GPUs: node and, where it is known, device or slice.
@Repository
public class RunPlaceStore {
  private final DataSource dataSource;
  private final JdbcClient jdbc;

  RunPlaceStore(DataSource dataSource, JdbcClient jdbc) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
  }

  /// Takes part in the caller's transaction.
  public void add(List<RunPlaced> placed) {
    CopyRows rows = new CopyRows();
    for (RunPlaced event : placed) {
      int number = 0;
      for (GpuPlace place : event.places()) {
        rows.field(event.seq()).field(number++).field(event.run()).field(event.at());
        rows.field(place.node().cluster()).field(place.node().name());
        if (place.device() == null) {
          rows.nothing();
        } else {
          rows.field(place.device());
        }
        rows.field(place.slice())
            .field(place.pool())
            .field(place.model())
            .field(place.milliGpus())
            .endRow();
      }
    }
    rows.writeTo(
        dataSource,
        "run_place (seq, number, run, from_at, cluster, node, device, slice, pool, model,"
            + " milli_gpus)");
  }

  /// What each of the intervals `ids` held where, by their numbers; of runs that were bound before
  /// this was told nothing is known.
  ///
  /// @param from not after the beginning of any of them, and `to` not before it
  public SortedMap<Long, List<GpuPlace>> ofIntervals(
      Collection<Long> ids, Instant from, Instant to) {
    SortedMap<Long, List<GpuPlace>> places = new TreeMap<>();
    jdbc.sql(
            """
            select * from accounting.device_interval
             where id = any(:ids) and from_at between :lower::timestamptz and :upper::timestamptz
             order by id, cluster, node, device, slice
            """)
        .param("ids", ids.toArray(Long[]::new))
        .param("lower", TimeParameters.at(from))
        .param("upper", TimeParameters.at(to))
        .query(
            rs -> {
              places
                  .computeIfAbsent(rs.getLong("id"), _ -> new ArrayList<>())
                  .add(
                      new GpuPlace(
                          new NodeRef(rs.getString("cluster"), rs.getString("node")),
                          rs.getString("pool"),
                          rs.getString("model"),
                          rs.getObject("device", Integer.class),
                          rs.getString("slice"),
                          rs.getLong("milli_gpus")));
            });
    return places;
  }

  /// Devices that are held by more than themselves, and runs that hold more or less than lies
  /// somewhere.
  static final String DIFFERENCES =
      """
      with hold as (
        select p.run, p.cluster, p.node, p.device, p.milli_gpus, p.from_at,
               coalesce(c.released_at, 'infinity') as to_at
          from accounting.run_place p
          left join accounting.run_chain c on c.run = p.run
         where p.device is not null),
      step as (
        select cluster, node, device, at, sum(change) as change
          from (select cluster, node, device, from_at as at, milli_gpus as change from hold
                union all
                select cluster, node, device, to_at, -milli_gpus from hold) x
         group by cluster, node, device, at),
      level as (
        select *, sum(change) over (partition by cluster, node, device order by at) as held
          from step),
      placed as (
        select run, pool, model, sum(milli_gpus) as milli_gpus
          from accounting.run_place group by run, pool, model),
      used as (
        select i.run, i.pool, i.model, sum(i.milli_gpus) as milli_gpus
          from accounting.usage_interval i
          join accounting.run_chain c on c.run = i.run and c.bound_at = i.from_at
         where exists (select 1 from accounting.run_place p where p.run = i.run)
         group by i.run, i.pool, i.model)
      select cluster || '/' || node as place, device::text as device, at::text as at,
             held::text as milli_gpus
        from level where held > 1000
      union all
      select coalesce(p.run, u.run), '', '',
             coalesce(u.milli_gpus, 0) || ' used, ' || coalesce(p.milli_gpus, 0) || ' placed'
        from placed p
        join accounting.run_chain c on c.run = p.run and c.bound_at < c.released_at
        full join used u on u.run = p.run and u.pool = p.pool and u.model = p.model
       where p.milli_gpus is distinct from u.milli_gpus
      """;
}
