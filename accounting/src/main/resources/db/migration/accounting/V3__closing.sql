-- Months that are closed for a project: the statement as it was issued. Append-only.
create table accounting.closed_month (
  number        bigint generated always as identity unique,
  project       text not null,
  month         date not null,
  zone          text not null,
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  -- what was booked with numbers up to these is in this statement; later things go elsewhere
  interval_id   bigint not null,
  journal_id    bigint not null,
  statement     text not null,
  lines_hash    text not null,
  previous_hash text not null,
  hash          text not null,
  closed_at     timestamptz not null,
  closed_by     text not null,
  primary key (project, month)
);
call accounting.guard('accounting.closed_month');

-- Usage that was stored when a month was closed and turned out otherwise when the run ended:
-- reversed (sign -1) and booked anew (sign 1). Append-only.
create table accounting.correction_line (
  id           bigint generated always as identity primary key,
  seq          bigint not null,
  run          text not null,
  job          text not null,
  project      text not null,
  pool         text not null,
  model        text not null,
  usage_class  text not null,
  meter        text not null,
  milli_gpus   bigint not null,
  from_at      timestamptz not null,
  to_at        timestamptz not null,
  sign         int not null check (sign in (-1, 1)),
  billed       boolean,
  price_micros bigint,
  charge       numeric(38, 0) not null,
  reason       text not null,
  journal_id   bigint not null
);
create index correction_line_project on accounting.correction_line (project, journal_id);
call accounting.guard('accounting.correction_line');

-- Credits and corrections that people ask for; each needs the decision of a second person.
-- Append-only, as are the decisions.
create table accounting.adjustment (
  id           text primary key,
  project      text not null,
  reason_code  text not null,
  explanation  text not null,
  amount       numeric(38, 0) not null,
  currency     text not null,
  reverses     text references accounting.adjustment (id),
  requested_by text not null,
  requested_at timestamptz not null
);
call accounting.guard('accounting.adjustment');

create table accounting.adjustment_decision (
  adjustment_id text primary key references accounting.adjustment (id),
  approved      boolean not null,
  decided_by    text not null,
  decided_at    timestamptz not null,
  journal_id    bigint
);
call accounting.guard('accounting.adjustment_decision');

-- Finds what was booked late, without reading whole partitions: numbers rise with time.
create index rated_line_journal on accounting.rated_line using brin (journal_id);
create index journal_posted_at on accounting.journal (posted_at);
