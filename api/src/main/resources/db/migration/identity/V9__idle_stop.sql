-- When notebooks that nobody uses are stopped: one row at most. Without it nobody is.
create table idle_rule (
  only_one      boolean primary key default true check (only_one),
  active        boolean not null,
  percent       int not null check (percent between 1 and 100),
  window_millis bigint not null check (window_millis >= 1000),
  notice_millis bigint not null check (notice_millis >= 0),
  version       bigint not null
);

-- Runs that were told that they will be stopped. Taken back when they are used again.
create table idle_notice (
  run     text primary key,
  job     text not null,
  told_at timestamptz not null
);
