-- The last night for which the books were checked, or are being checked by whoever holds the row's lock.
create table accounting.audit_night (
  only_one boolean primary key default true check (only_one),
  last_day date not null
);
insert into accounting.audit_night (last_day) values ((now() at time zone 'UTC')::date);

-- What the checks of each night have found, as JSON. Append-only.
create table accounting.audit_run (
  day    date primary key,
  at     timestamptz not null,
  millis bigint not null,
  ok     boolean not null,
  checks text not null
);
call accounting.guard('accounting.audit_run');
