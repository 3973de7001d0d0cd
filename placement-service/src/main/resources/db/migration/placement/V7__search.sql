-- What lists of jobs are filtered by, as columns of their own: the planner knows how often each
-- value occurs, and no spec has to be read for it. The part of a name is found by its groups of
-- three letters where the server has that (pg_trgm comes with PostgreSQL, but not everybody
-- installs it); without it lists are right and slower.

alter table job
  add column image          text generated always as (coalesce(spec ->> 'image', '')) stored,
  add column priority_class text generated always as (coalesce(spec ->> 'priorityClass', '')) stored,
  add column job_type       text generated always as (coalesce(spec ->> 'type', '')) stored,
  add column names          text generated always as (name || ' ' || id) stored;

do $$
declare
  home text;
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege then
      raise notice 'pg_trgm may not be installed by this user; parts of names are searched without an index';
    end;
  end if;
  select n.nspname into home
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if home is not null then
    execute format('create index job_by_part_of_name on job using gin (names %I.gin_trgm_ops)', home);
  end if;
end
$$;
