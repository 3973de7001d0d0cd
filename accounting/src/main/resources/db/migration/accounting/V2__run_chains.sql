-- One row per run that was bound and released: what its intervals must cover. Append-only.
create table accounting.run_chain (
  run          text primary key,
  job          text not null,
  project      text not null,
  bound_at     timestamptz not null,
  released_at  timestamptz not null,
  released_seq bigint not null,
  -- false when it held nothing for a while, so that its intervals may have holes
  gapless      boolean not null
);
call accounting.guard('accounting.run_chain');
