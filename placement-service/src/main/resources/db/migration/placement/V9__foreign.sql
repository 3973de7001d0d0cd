-- What others hold on our clusters: pods with GPUs that we did not put there. Written by the leader alone.

-- Of a node, beside the capacity that is ours to give; observed.
alter table node add column held_by_others jsonb not null default '{}';

-- Since when a cluster's pods are known, and when they were last seen as they are.
create table foreign_watch (
  cluster text primary key,
  since   timestamptz not null,
  seen_at timestamptz not null
);

create table foreign_run (
  cluster       text not null,
  uid           text not null,
  run           text not null unique,
  node          text not null,
  namespace     text not null,
  name          text not null,
  workload_kind text not null,
  workload_name text not null,
  workload_uid  text not null,
  queue         text not null,
  project       text not null,
  pool          text not null,
  model         text not null,
  milli_gpus    bigint not null check (milli_gpus > 0),
  bound_at      timestamptz not null,
  started_at    timestamptz,
  released_at   timestamptz,
  primary key (cluster, uid)
);
create index foreign_run_holding on foreign_run (cluster) where released_at is null;
create index foreign_run_project on foreign_run (project);
