-- Jobs that somebody vouches for: one that is not renewed in time is cancelled.
create table lease (
  job        text primary key,
  seconds    integer not null,
  expires_at timestamptz not null,
  renewed_by text not null
);
create index lease_by_end on lease (expires_at);
