-- What protects running jobs, and in which order queues are looked at.
alter table scheduling_policy
  add column min_runtime_millis    bigint  not null default 0 check (min_runtime_millis >= 0),
  add column notice_millis         bigint  not null default 0 check (notice_millis >= 0),
  add column claim_millis          bigint  not null default 1800000 check (claim_millis >= 0),
  add column evictions_in_a_row    integer not null default 1 check (evictions_in_a_row >= 0),
  add column half_life_millis      bigint  not null default 0 check (half_life_millis >= 0),
  add column priority_weight_milli bigint  not null default 1000
    check (priority_weight_milli >= 0),
  add column share_weight_milli    bigint  not null default 0 check (share_weight_milli >= 0);

-- Claims and evictions in a row are read from the runs when a process begins to lead.
create index run_by_claimant on run (claimant) where claimant is not null;
