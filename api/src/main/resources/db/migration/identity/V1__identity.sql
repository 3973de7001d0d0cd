-- People, what they may do where, their tokens, what was done, and answers kept for retries.

create table account (
  login         text primary key,
  display_name  text not null,
  password_hash text,
  active        boolean not null,
  created_at    timestamptz not null,
  version       bigint not null
);

create table role_binding (
  id         text primary key,
  login      text not null references account (login) on delete cascade,
  role       text not null,
  scope_kind text not null,
  scope_name text not null,
  created_at timestamptz not null,
  created_by text not null,
  unique (login, role, scope_kind, scope_name)
);

-- Only the SHA-256 of a token is kept. It acts as its owner, never with more than the owner has.
create table token (
  id           text primary key,
  name         text not null,
  owner        text not null references account (login) on delete cascade,
  project      text,
  scopes       text not null,
  hash         bytea not null unique,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
create index token_by_owner on token (owner, id);

create table audit (
  seq         bigint generated always as identity primary key,
  at          timestamptz not null,
  actor       text not null,
  auth_method text not null,
  token_id    text,
  source_ip   text not null,
  request_id  text not null,
  action      text not null,
  resource    text not null,
  scope       text not null,
  result      text not null,
  status      integer not null,
  reason      text not null,
  before      jsonb,
  after       jsonb
);
create index audit_by_actor on audit (actor, seq desc);
create index audit_by_resource on audit (resource, seq desc);

-- The chain over the audit rows, sealed behind them: hash = SHA-256(previous hash, row).
create table audit_seal (
  seq  bigint primary key references audit (seq),
  hash text not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only.', tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();

create table idempotency (
  principal    text not null,
  request      text not null,
  key          text not null,
  request_hash text not null,
  status       integer,
  headers      jsonb,
  body         text,
  created_at   timestamptz not null,
  primary key (principal, request, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Keys that the server makes for itself on its first start.
create table server_key (
  name  text primary key,
  value bytea not null
);
