-- Whether departments are charged what statements say, from a month on; of the decisions that are for a
-- month the newest counts. Append-only.
create table accounting.billing_mode (
  id         bigint generated always as identity primary key,
  department text not null,
  mode       text not null check (mode in ('SHOW_BACK', 'CHARGE_BACK')),
  since      date not null,
  reason     text not null,
  author     text not null,
  at         timestamptz not null
);
call accounting.guard('accounting.billing_mode');
