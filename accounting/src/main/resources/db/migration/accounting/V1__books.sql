-- The books. Tables marked append-only are guarded by triggers against UPDATE, DELETE and TRUNCATE.
-- Times are instants; intervals are half-open [from, to). Quantities are thousandths of a GPU times
-- milliseconds; charges are millionths of the currency per GPU-hour times such a quantity.

create function accounting.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'accounting.% is append-only: % is refused.', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $$;

create procedure accounting.guard(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s
    for each row execute function accounting.refuse_change()', target);
  execute format('create trigger no_truncate before truncate on %s
    for each statement execute function accounting.refuse_change()', target);
end $$;

-- How far the usage events have been booked. Its lock makes the follower single.
create table accounting.progress (
  only_one    boolean primary key default true check (only_one),
  seq         bigint not null,
  interval_id bigint not null,
  journal_id  bigint not null
);
insert into accounting.progress values (true, 0, 0, 0);

-- One row per event heard; tells a repetition from a contradiction. Append-only.
create table accounting.heard (
  seq    bigint primary key,
  digest bigint not null
);
call accounting.guard('accounting.heard');

-- Events that could not be booked as they are. Append-only.
create table accounting.ingest_error (
  id     bigint generated always as identity primary key,
  seq    bigint not null,
  code   text not null,
  detail text not null,
  event  text not null,
  at     timestamptz not null
);
call accounting.guard('accounting.ingest_error');

-- Runs that hold GPUs now: what was heard of them. Rows go when the run is released.
create table accounting.open_run (
  run      text primary key,
  job      text not null,
  project  text not null,
  bound_at timestamptz not null,
  state    jsonb not null
) with (fillfactor = 70);
create index open_run_job on accounting.open_run (job);

-- Usage, cut at UTC months and where meter, class, holding or price changes. Append-only.
create table accounting.usage_interval (
  id          bigint not null,
  run         text not null,
  job         text not null,
  attempt     int not null,
  job_name    text not null,
  project     text not null,
  login       text not null,
  pool        text not null,
  model       text not null,
  usage_class text not null,
  meter       text not null,
  milli_gpus  bigint not null check (milli_gpus > 0),
  from_at     timestamptz not null,
  to_at       timestamptz not null,
  quantity    bigint not null,
  seq         bigint not null,
  primary key (from_at, id),
  check (from_at < to_at)
) partition by range (from_at);
create index usage_interval_job on accounting.usage_interval (job);

-- What an interval costs; none yet when no rate covered it. Append-only.
create table accounting.rated_line (
  interval_id   bigint not null,
  interval_from timestamptz not null,
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  milli_gpus    bigint not null,
  billed        boolean not null,
  rate_id       bigint,
  card_version  int,
  price_micros  bigint not null,
  charge        numeric(38, 0) not null,
  journal_id    bigint not null,
  primary key (interval_from, interval_id, from_at),
  check (from_at < to_at),
  check (billed = (rate_id is not null))
) partition by range (interval_from);

create table accounting.journal (
  id        bigint primary key,
  kind      text not null,
  reference text not null,
  posted_at timestamptz not null,
  posted_by text not null,
  reason    text not null default '',
  approved_by text not null default '',
  reverses  bigint references accounting.journal (id)
);
call accounting.guard('accounting.journal');

create table accounting.posting (
  journal_id bigint not null references accounting.journal (id),
  account    text not null,
  currency   text not null,
  amount     numeric(38, 0) not null,
  primary key (journal_id, account, currency)
);
create index posting_account on accounting.posting (account);
call accounting.guard('accounting.posting');

-- Capacity and state of nodes, each row from `at` on. Append-only.
create table accounting.node_capacity (
  seq        bigint primary key,
  at         timestamptz not null,
  cluster    text not null,
  node       text not null,
  pool       text not null,
  model      text not null,
  milli_gpus bigint not null check (milli_gpus >= 0),
  state      text not null
);
create index node_capacity_node on accounting.node_capacity (cluster, node, at, seq);
create index node_capacity_at on accounting.node_capacity (at);
call accounting.guard('accounting.node_capacity');

create table accounting.rate_card (
  name     text primary key,
  currency text not null,
  version  int not null
);

create table accounting.rate_card_version (
  card        text not null references accounting.rate_card (name),
  version     int not null,
  status      text not null check (status in ('DRAFT', 'ACTIVE', 'RETIRED', 'REJECTED')),
  author      text not null,
  created_at  timestamptz not null,
  approved_by text not null default '',
  approved_at timestamptz,
  primary key (card, version)
);

-- The rates of each version of each card. Append-only.
create table accounting.rate (
  id           bigint generated always as identity primary key,
  card         text not null,
  version      int not null,
  model        text not null,
  pool         text not null,
  usage_class  text not null,
  meter        text not null,
  price_micros bigint not null check (price_micros >= 0),
  valid_from   timestamptz not null,
  valid_to     timestamptz not null,
  foreign key (card, version) references accounting.rate_card_version (card, version),
  check (valid_from < valid_to)
);
create index rate_card_version_rates on accounting.rate (card, version);
call accounting.guard('accounting.rate');

-- Makes the partitions of one UTC month, if they do not exist. Attaching, unlike creating in
-- place, does not wait for those who read.
create procedure accounting.add_month(month date) language plpgsql as $$
declare
  suffix text := to_char(month, 'YYYYMM');
  lower  timestamptz := month::timestamp at time zone 'UTC';
  upper  timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
  parent text;
  part   text;
begin
  foreach parent in array array['usage_interval', 'rated_line'] loop
    part := parent || '_' || suffix;
    if to_regclass('accounting.' || part) is null then
      execute format('create table accounting.%I (like accounting.%I including all)', part, parent);
      if parent = 'usage_interval' then
        execute format('create index on accounting.%I using brin (from_at, to_at)', part);
      end if;
      execute format('create trigger no_truncate before truncate on accounting.%I
        for each statement execute function accounting.refuse_change()', part);
      execute format('alter table accounting.%I attach partition accounting.%I
        for values from (%L) to (%L)', parent, part, lower, upper);
    end if;
  end loop;
end $$;

create trigger append_only before update or delete on accounting.usage_interval
  for each row execute function accounting.refuse_change();
create trigger no_truncate before truncate on accounting.usage_interval
  for each statement execute function accounting.refuse_change();
create trigger append_only before update or delete on accounting.rated_line
  for each row execute function accounting.refuse_change();
create trigger no_truncate before truncate on accounting.rated_line
  for each statement execute function accounting.refuse_change();
