-- From when until when a job used something in a UTC month, so that jobs can be counted without
-- reading their intervals. Derived, as the other sums; the audit compares both.

-- Whose and what kind of usage: one row per combination that occurs.
create table accounting.job_key (
  id          int generated always as identity primary key,
  project     text not null,
  login       text not null,
  pool        text not null,
  model       text not null,
  usage_class text not null,
  unique (project, login, pool, model, usage_class)
);

create table accounting.usage_job (
  month    timestamptz not null,
  job      text not null,
  key_id   int not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (month, job, key_id)
) partition by range (month);

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
  foreach parent in array array['usage_interval', 'rated_line', 'usage_hour', 'usage_job'] loop
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
      if parent in ('usage_interval', 'rated_line') then
        execute format('create trigger no_truncate before truncate on accounting.%I
          for each statement execute function accounting.refuse_change()', part);
      end if;
      execute format('alter table accounting.%I attach partition accounting.%I
        for values from (%L) to (%L)', parent, part, lower, upper);
    end if;
  end loop;
end $$;

-- What was booked before there were these sums.
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

insert into accounting.job_key (project, login, pool, model, usage_class)
select distinct project, login, pool, model, usage_class from accounting.usage_interval;

insert into accounting.usage_job (month, job, key_id, first_at, last_at)
select date_trunc('month', i.from_at, 'UTC'), i.job, k.id, min(i.from_at), max(i.to_at)
  from accounting.usage_interval i
  join accounting.job_key k
    on k.project = i.project and k.login = i.login and k.pool = i.pool and k.model = i.model
   and k.usage_class = i.usage_class
 group by 1, 2, 3;
