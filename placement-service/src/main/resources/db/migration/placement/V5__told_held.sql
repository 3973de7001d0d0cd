-- Accounting is told what runs hold on nodes that are not available, and from when on that is so.
alter table placement.told_capacity add column held_milli_gpus bigint not null default 0;
alter table placement.told_capacity add column told_at timestamptz not null default '-infinity';
