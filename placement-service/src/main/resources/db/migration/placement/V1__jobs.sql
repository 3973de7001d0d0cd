-- Jobs, their runs, and what happened to them. The leader alone writes job.phase and run.

create table leader (
  id         integer primary key check (id = 1),
  epoch      bigint not null,
  holder     text not null,
  renewed_at timestamptz not null
);
insert into leader values (1, 0, '', 'epoch');

create table job (
  id           text primary key,
  project      text not null,
  name         text not null,
  user_login   text not null,
  labels       jsonb not null,
  spec         jsonb not null,
  spec_hash    text not null,
  priority     integer not null,
  milli_gpus   bigint not null check (milli_gpus >= 0),
  phase        text not null,
  phase_since  timestamptz not null,
  reason       text not null default '',
  message      text not null default '',
  submitted_at timestamptz not null,
  queued_at    timestamptz not null,
  admitted_at  timestamptz,
  started_at   timestamptz,
  ended_at     timestamptz,
  attempt      integer not null default 0,
  saved_millis bigint not null default 0,
  stop_asked   text not null default '',
  exit_code    integer,
  live         boolean not null default true,
  version      bigint not null default 1
);
-- A name may be used again once the job that had it has ended.
create unique index job_live_name on job (project, name) where live;
create index job_live on job (submitted_at, id) where live;
create index job_by_time on job (submitted_at desc, id desc);
create index job_by_project on job (project, submitted_at desc, id desc);
create index job_by_user on job (user_login, submitted_at desc, id desc);

create table run (
  id          text primary key,
  job_id      text not null references job (id),
  attempt     integer not null,
  state       text not null,
  generation  bigint not null,
  epoch       bigint not null,
  assignments jsonb not null,
  holdings    jsonb not null,
  bound_at    timestamptz not null,
  started_at  timestamptz,
  stopping_at timestamptz,
  ended_at    timestamptz,
  released_at timestamptz,
  stop_reason text not null default '',
  claimant    text,
  checkpoint_at timestamptz,
  outcome     text,
  exit_code   integer,
  message     text not null default '',
  lost_millis bigint not null default 0,
  unique (job_id, attempt)
);
create index run_by_time on run (bound_at, id);
-- At most one run of a job holds capacity.
create unique index run_one_live on run (job_id) where released_at is null;

create table job_event (
  seq     bigint generated always as identity primary key,
  job_id  text not null,
  project text not null,
  at      timestamptz not null,
  kind    text not null,
  phase   text not null,
  actor   text not null,
  message text not null,
  detail  jsonb not null default '{}'
);
create index job_event_by_job on job_event (job_id, seq);

-- What accounting follows. Written by the leader alone, so seq has no gaps and commits in order.
create table usage_event (
  seq     bigint primary key,
  at      timestamptz not null,
  kind    text not null,
  payload jsonb not null
);

-- Wishes of people, for the leader to take up: it deletes a row in the transaction that acts on it.
create table inbox (
  id     bigint generated always as identity primary key,
  kind   text not null,
  job_id text not null,
  actor  text not null,
  reason text not null default ''
);

-- What clusters said, and what became of it.
create table observation (
  seq         bigint generated always as identity primary key,
  cluster     text not null,
  kind        text not null,
  subject     text not null,
  at          timestamptz not null,
  received_at timestamptz not null,
  detail      jsonb not null default '{}',
  effect      text not null
);
create index observation_by_subject on observation (subject, seq);

-- What accounting was last told of each node, so that it is told changes only.
create table told_capacity (
  cluster    text not null,
  node       text not null,
  pool       text not null,
  model      text not null,
  milli_gpus bigint not null,
  state      text not null,
  primary key (cluster, node)
);
