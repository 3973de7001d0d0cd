-- What a part of the organisation may spend in a period.
create table accounting.budget (
  id           text primary key,
  scope_kind   text not null check (scope_kind in ('ORGANISATION', 'DEPARTMENT', 'PROJECT', 'USER')),
  scope        text not null,
  period       text not null check (period in ('MONTH', 'QUARTER', 'YEAR')),
  zone         text not null,
  currency     text not null,
  amount       numeric(38, 0) not null check (amount >= 0),
  hard         boolean not null,
  thresholds   int[] not null,
  grace_millis bigint not null check (grace_millis >= 0),
  active       boolean not null,
  version      int not null,
  -- since when it has been used up without a break, null while it is not
  exhausted_at timestamptz
);

-- Who changed a budget, and to what. Append-only.
create table accounting.budget_change (
  id        bigint generated always as identity primary key,
  budget_id text not null references accounting.budget (id),
  version   int not null,
  budget    text not null,
  author    text not null,
  at        timestamptz not null
);
call accounting.guard('accounting.budget_change');

-- Times in which a hard budget refuses nothing. Append-only.
create table accounting.budget_override (
  id        bigint generated always as identity primary key,
  budget_id text not null references accounting.budget (id),
  until     timestamptz not null,
  reason    text not null,
  author    text not null,
  at        timestamptz not null
);
call accounting.guard('accounting.budget_override');

-- What a run may cost at most, reserved when it was admitted: its GPUs for its longest run time.
create table accounting.budget_hold (
  run         text primary key,
  job         text not null,
  project     text not null,
  login       text not null,
  holdings    text not null,
  from_at     timestamptz not null,
  -- null: it has no longest run time
  to_at       timestamptz,
  released_at timestamptz
);
create index budget_hold_open on accounting.budget_hold (project) where released_at is null;

-- Larger after everything that may let a refused job through.
create table accounting.budget_state (
  only_one   boolean primary key default true check (only_one),
  generation bigint not null
);
insert into accounting.budget_state values (true, 0);
