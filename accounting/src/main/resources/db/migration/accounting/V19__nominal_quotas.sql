-- What projects are guaranteed of each pool, from an instant on; the last row of a project and pool counts.
-- What there was before the first change stands with 1970. Append-only.
create table accounting.nominal_quota (
  id                  bigint generated always as identity primary key,
  at                  timestamptz not null,
  project             text not null,
  pool                text not null,
  milli_gpus          bigint not null check (milli_gpus >= 0),
  lendable_milli_gpus bigint not null check (lendable_milli_gpus >= 0),
  cohort              text not null
);
call accounting.guard('accounting.nominal_quota');
