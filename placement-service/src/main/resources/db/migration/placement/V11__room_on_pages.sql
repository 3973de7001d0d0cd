-- A job and its run are changed about three times in their first seconds. With room left on its page,
-- a row's change of columns without an index writes to none, and that is most of what it costs.
alter table job set (fillfactor = 75);
alter table run set (fillfactor = 60);

-- A label is found without reading the labels of all jobs.
create index job_by_label on job using gin (labels jsonb_path_ops);

-- Of an id only its end is searched by its groups of three letters: ids of one hour begin alike, and
-- each group costs a place in the index for each job. A whole id or its beginning has the key's own.
alter table job drop column names;
alter table job
  add column names text generated always as (name || ' ' || right(id, 8)) stored;

do $$
declare
  home text;
begin
  select n.nspname into home
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if home is not null then
    execute format('create index job_by_part_of_name on job using gin (names %I.gin_trgm_ops)', home);
  end if;
end
$$;
