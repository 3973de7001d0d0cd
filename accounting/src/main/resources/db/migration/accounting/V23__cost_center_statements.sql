-- Issued statements of cost centres; what they say are the statements of their projects. Append-only.
create table accounting.cost_center_statement (
  number        bigint primary key,
  cost_center   text not null,
  month         date not null,
  closed_at     timestamptz not null,
  closed_by     text not null,
  previous_hash text not null,
  hash          text not null
);
call accounting.guard('accounting.cost_center_statement');

-- On which of them a project's statement stands: exactly one, which is issued after its parts. Months that
-- were closed before stand on none.
alter table accounting.closed_month add column center_number bigint
  references accounting.cost_center_statement (number) deferrable initially deferred;
create index closed_month_center on accounting.closed_month (center_number);
