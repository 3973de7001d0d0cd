-- The most that a job may cost, and when it was told to stop because of it.
create table accounting.cost_limit (
  job           text primary key,
  most          numeric(38, 0) not null check (most > 0),
  notice_millis bigint not null check (notice_millis >= 0),
  stopped_at    timestamptz
);
