-- GPUs that projects have reserved, and earlier ends that were agreed later. Both append-only.
create table accounting.commitment (
  id           text primary key,
  project      text not null,
  pool         text not null,
  model        text not null,
  milli_gpus   bigint not null check (milli_gpus > 0),
  price_micros bigint not null check (price_micros >= 0),
  from_at      timestamptz not null,
  to_at        timestamptz not null,
  author       text not null,
  at           timestamptz not null,
  check (from_at < to_at)
);
call accounting.guard('accounting.commitment');

create table accounting.commitment_end (
  commitment_id text primary key references accounting.commitment (id),
  end_at        timestamptz not null,
  author        text not null,
  at            timestamptz not null
);
call accounting.guard('accounting.commitment_end');

-- How pools are charged beside usage, from a month on. The last row of a pool and month counts.
-- Append-only.
create table accounting.charge_policy (
  id             bigint generated always as identity primary key,
  pool           text not null,
  since          date not null,
  idle           text not null,
  lender_percent int not null check (lender_percent between 0 and 100),
  author         text not null,
  at             timestamptz not null
);
call accounting.guard('accounting.charge_policy');

-- Months whose charges beside usage are settled for the whole organisation, as the first close of the
-- month in that zone found them. Append-only, as are the charges.
create table accounting.charged_month (
  month date not null,
  zone  text not null,
  at    timestamptz not null,
  primary key (month, zone)
);
call accounting.guard('accounting.charged_month');

create table accounting.month_charge (
  id          bigint generated always as identity primary key,
  month       date not null,
  zone        text not null,
  project     text not null,
  kind        text not null,
  reference   text not null,
  pool        text not null,
  model       text not null,
  explanation text not null,
  quantity    bigint not null,
  charge      numeric(38, 0) not null,
  foreign key (month, zone) references accounting.charged_month (month, zone)
);
create index month_charge_month on accounting.month_charge (month, zone, project);
call accounting.guard('accounting.month_charge');

-- Months that take up no more usage, but adjustments still, until they are closed for good.
-- Append-only.
create table accounting.soft_closed_month (
  project     text not null,
  month       date not null,
  zone        text not null,
  from_at     timestamptz not null,
  to_at       timestamptz not null,
  -- what was booked with numbers up to these is in the month
  interval_id bigint not null,
  journal_id  bigint not null,
  closed_at   timestamptz not null,
  closed_by   text not null,
  primary key (project, month)
);
call accounting.guard('accounting.soft_closed_month');

-- Months whose usage is settled, whether closed for good or not.
create view accounting.settled_month as
  select project, month, zone, from_at, to_at, interval_id, journal_id
    from accounting.soft_closed_month
  union all
  select c.project, c.month, c.zone, c.from_at, c.to_at, c.interval_id, c.journal_id
    from accounting.closed_month c
   where not exists (select 1 from accounting.soft_closed_month s
                      where s.project = c.project and s.month = c.month);

-- The month on whose statement an adjustment stands; null: that of its approval.
alter table accounting.adjustment add column month date;
