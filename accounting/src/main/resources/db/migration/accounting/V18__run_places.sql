-- Where runs hold their GPUs from their bind to their release: a device or a slice of one, or, where the
-- node's own system chooses, all GPUs of a node together. Append-only.
create table accounting.run_place (
  seq        bigint not null,
  number     int not null,
  run        text not null,
  from_at    timestamptz not null,
  cluster    text not null,
  node       text not null,
  device     int,
  slice      text not null,
  pool       text not null,
  model      text not null,
  milli_gpus bigint not null check (milli_gpus > 0),
  primary key (seq, number)
);
create index run_place_run on accounting.run_place (run);
create index run_place_node on accounting.run_place (cluster, node, from_at);
call accounting.guard('accounting.run_place');

-- Usage by device: each interval laid on the places of its run. Of a run's GPUs in a pool the first, in order
-- of node, device and slice, are those that were reserved, then the nominal ones, then internal, spot and
-- borrowed ones.
create view accounting.device_interval as
  select i.id, i.run, i.job, i.attempt, i.project, i.login, i.pool, i.model, i.usage_class, i.meter,
         p.cluster, p.node, p.device, p.slice,
         least(p.below + p.milli_gpus, b.below + i.milli_gpus) - greatest(p.below, b.below)
           as milli_gpus,
         i.from_at, i.to_at
    from accounting.usage_interval i
   cross join lateral (
     select coalesce(sum(e.milli_gpus), 0) as below from accounting.usage_interval e
      where e.job = i.job and e.run = i.run and e.pool = i.pool and e.model = i.model
        and e.from_at <= i.from_at and e.to_at > i.from_at
        and array_position(array['RESERVED', 'NOMINAL', 'INTERNAL', 'SPOT', 'BORROWED'], e.usage_class)
          < array_position(array['RESERVED', 'NOMINAL', 'INTERNAL', 'SPOT', 'BORROWED'],
                           i.usage_class)) b
   cross join lateral (
     select q.*, sum(q.milli_gpus) over (order by q.cluster, q.node, q.device, q.slice, q.number)
                   - q.milli_gpus as below
       from accounting.run_place q
      where q.run = i.run and q.pool = i.pool and q.model = i.model) p
   where least(p.below + p.milli_gpus, b.below + i.milli_gpus) > greatest(p.below, b.below);
