-- Sums of usage, so that reports need not read every interval. Derived: the intervals are the truth,
-- and the audit compares both. They are written in the transaction that books the intervals.

-- What usage is summed by: one row per combination that occurs. No price: no rate covers it.
create table accounting.usage_key (
  id           int generated always as identity primary key,
  project      text not null,
  pool         text not null,
  model        text not null,
  usage_class  text not null,
  meter        text not null,
  billed       boolean,
  price_micros bigint,
  constraint usage_key_once unique nulls not distinct
    (project, pool, model, usage_class, meter, billed, price_micros)
);

-- GPU-time of each UTC hour. An hour and key may have several rows, which add up.
create table accounting.usage_hour (
  hour     timestamptz not null,
  key_id   int not null,
  quantity bigint not null
) partition by range (hour);

-- The same per UTC day, one row each.
create table accounting.usage_day (
  day      timestamptz not null,
  key_id   int not null,
  quantity bigint not null,
  primary key (day, key_id)
) with (fillfactor = 70);

-- Makes the partitions of one UTC month, if they do not exist. Attaching, unlike creating in
-- place, does not wait for those who read.
create or replace procedure accounting.add_month(month date) language plpgsql as $$
declare
  suffix text := to_char(month, 'YYYYMM');
  lower  timestamptz := month::timestamp at time zone 'UTC';
  upper  timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
  parent text;
  part   text;
begin
  foreach parent in array array['usage_interval', 'rated_line', 'usage_hour'] loop
    part := parent || '_' || suffix;
    if to_regclass('accounting.' || part) is null then
      execute format('create table accounting.%I (like accounting.%I including all)', part, parent);
      case parent
        when 'usage_interval' then
          execute format('create index on accounting.%I using brin (from_at, to_at)', part);
        when 'usage_hour' then
          execute format('create index on accounting.%I using brin (hour)
            with (pages_per_range = 16)', part);
        else null;
      end case;
      if parent <> 'usage_hour' then
        execute format('create trigger no_truncate before truncate on accounting.%I
          for each statement execute function accounting.refuse_change()', part);
      end if;
      execute format('alter table accounting.%I attach partition accounting.%I
        for values from (%L) to (%L)', parent, part, lower, upper);
    end if;
  end loop;
end $$;

-- Sums of what was booked before there were sums.
do $$
declare
  month date;
begin
  for month in
    select distinct date_trunc('month', from_at, 'UTC')::timestamptz at time zone 'UTC'
      from accounting.usage_interval
  loop
    call accounting.add_month(month);
  end loop;
end $$;

with line as (
  select i.project, i.pool, i.model, i.usage_class, i.meter, l.billed, l.price_micros
    from accounting.usage_interval i
    left join accounting.rated_line l on l.interval_from = i.from_at and l.interval_id = i.id)
insert into accounting.usage_key (project, pool, model, usage_class, meter, billed, price_micros)
select distinct project, pool, model, usage_class, meter, billed, price_micros from line;

with line as (
  select i.project, i.pool, i.model, i.usage_class, i.meter, l.billed, l.price_micros, i.milli_gpus,
         coalesce(l.from_at, i.from_at) as from_at, coalesce(l.to_at, i.to_at) as to_at
    from accounting.usage_interval i
    left join accounting.rated_line l on l.interval_from = i.from_at and l.interval_id = i.id)
insert into accounting.usage_hour (hour, key_id, quantity)
select hour, k.id,
       sum(line.milli_gpus * (extract(epoch from least(to_at, hour + interval '1 hour')
                                                 - greatest(from_at, hour)) * 1000)::bigint)
  from line
  join accounting.usage_key k
    on k.project = line.project and k.pool = line.pool and k.model = line.model
   and k.usage_class = line.usage_class and k.meter = line.meter
   and k.billed is not distinct from line.billed
   and k.price_micros is not distinct from line.price_micros
 cross join lateral generate_series(date_trunc('hour', from_at, 'UTC'),
                                    to_at - interval '1 microsecond', interval '1 hour') as hour
 group by hour, k.id;

insert into accounting.usage_day (day, key_id, quantity)
select date_trunc('day', hour, 'UTC'), key_id, sum(quantity)
  from accounting.usage_hour group by 1, 2;
