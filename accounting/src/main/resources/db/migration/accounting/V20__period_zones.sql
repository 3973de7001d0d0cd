-- Zones by whose clocks the months of a project begin: from a month on, or, without one, before all
-- changes. Projects whose zone never changed are missing. Append-only.
create table accounting.period_zone (
  id         bigint generated always as identity primary key,
  project    text not null,
  from_month date,
  zone       text not null,
  at         timestamptz not null
);
call accounting.guard('accounting.period_zone');

-- The zone by whose clocks a month began; null, as for all months closed before: as it ended.
alter table accounting.soft_closed_month add column begins_zone text;
alter table accounting.closed_month add column begins_zone text;
